import { ROUTES } from 'virtual:operation-routes';

export const PROGRAMMING_LANGUAGES = ['curl', 'javascript', 'python'] as const;
export type ProgrammingLanguage = (typeof PROGRAMMING_LANGUAGES)[number];

/** What the example does: one step alone, or one after the other. */
export const STEPS = ['all', 'create', 'wait', 'download'] as const;
export type Step = (typeof STEPS)[number];

/** Stands where a token belongs. */
const NO_TOKEN = 'YOUR_TOKEN';

interface ExampleParts {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly token: string | null;
  /** What is exported. */
  readonly url: string;
}

/** Waiting between two looks at an export, as the service asks for. */
const LOOK_AGAIN_S = 5;

/** Code that works as it stands, once the token is one. */
export function exampleCode(language: ProgrammingLanguage, step: Step, parts: ExampleParts): string {
  const { head, create, wait, download, last } = WRITERS[language](parts);
  const guid = step === 'wait' || step === 'download' ? [last] : [];
  const steps = { all: [create, wait, download], create: [create], wait: [wait], download: [download] }[step];
  return [head, ...guid, ...steps].join('\n\n');
}

interface Pieces {
  readonly head: string;
  /** Says which export is meant, where the example does not create it. */
  readonly last: string;
  readonly create: string;
  readonly wait: string;
  readonly download: string;
}

const WRITERS: Readonly<Record<ProgrammingLanguage, (parts: ExampleParts) => Pieces>> = { curl, javascript, python };

/** The path of an operation, its field written as the language fills texts. */
function path(name: string, guid = ''): string {
  return (ROUTES[name]?.path ?? '').replace('{guid}', guid);
}

function curl({ baseUrl, token, url }: ExampleParts): Pieces {
  const body = JSON.stringify({ url, options: { replies: true } }).replaceAll("'", String.raw`'\''`);
  return {
    head: `BASE=${baseUrl}\nTOKEN=${token ?? NO_TOKEN}`,
    last: 'GUID=…',
    create: `GUID=$(curl -sS "$BASE${path('jobs.create')}" -H "X-AUTH-TOKEN: $TOKEN" \\
  -H 'Content-Type: application/json' -d '${body}' \\
  | sed -E 's/.*"guid":"([^"]+)".*/\\1/')
echo "$GUID"`,
    wait: `until curl -sS "$BASE${path('jobs.get', '$GUID')}" -H "X-AUTH-TOKEN: $TOKEN" \\
  | grep -qE '"status":"(done|error|stopped)"'; do sleep ${LOOK_AGAIN_S}; done`,
    download: `curl -sS "$BASE${path('exports.download', '$GUID')}?format=csv" -H "X-AUTH-TOKEN: $TOKEN" -o export.csv`,
  };
}

function javascript({ baseUrl, token, url }: ExampleParts): Pieces {
  return {
    head: `import { writeFile } from 'node:fs/promises';

const base = ${JSON.stringify(baseUrl)};
const headers = { 'X-AUTH-TOKEN': ${JSON.stringify(token ?? NO_TOKEN)}, 'Content-Type': 'application/json' };
const ask = (path, init) => fetch(base + path, { headers, ...init });`,
    last: `let job = { guid: '…', status: 'queueing' };`,
    create: `const body = JSON.stringify({ url: ${JSON.stringify(url)}, options: { replies: true } });
let job = await (await ask('${path('jobs.create')}', { method: 'POST', body })).json();
console.log(job.guid);`,
    wait: `while (!['done', 'error', 'stopped'].includes(job.status)) {
  await new Promise((resolve) => setTimeout(resolve, ${LOOK_AGAIN_S * 1_000}));
  job = await (await ask(\`${path('jobs.get', '${job.guid}')}\`)).json();
}`,
    download: `const file = await ask(\`${path('exports.download', '${job.guid}')}?format=csv\`);
await writeFile('export.csv', Buffer.from(await file.arrayBuffer()));`,
  };
}

function python({ baseUrl, token, url }: ExampleParts): Pieces {
  return {
    head: `import json, time
from urllib.request import Request, urlopen

base = ${JSON.stringify(baseUrl)}
headers = {"X-AUTH-TOKEN": ${JSON.stringify(token ?? NO_TOKEN)}, "Content-Type": "application/json"}

def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    return urlopen(Request(base + path, data=data, headers=headers)).read()`,
    last: `job = {"guid": "…", "status": "queueing"}`,
    create: `job = json.loads(ask("${path('jobs.create')}", {"url": ${JSON.stringify(url)}, "options": {"replies": True}}))
print(job["guid"])`,
    wait: `while job["status"] not in ("done", "error", "stopped"):
    time.sleep(${LOOK_AGAIN_S})
    job = json.loads(ask(f"${path('jobs.get', "{job['guid']}")}"))`,
    download: `with open("export.csv", "wb") as file:
    file.write(ask(f"${path('exports.download', "{job['guid']}")}?format=csv"))`,
  };
}
