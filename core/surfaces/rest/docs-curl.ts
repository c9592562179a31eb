import type { DocumentedOperation } from '#core/surfaces/rest/docs-operation.ts';

/** What a person types into a shell to send the example of an operation. The token is read from a variable. */
export function curlCommand(method: string, path: string, operation: DocumentedOperation, baseUrl: string): string {
  const { parameters = [], requestBody, security } = operation;
  const exampleOf = (name: string): string => String(parameters.find((parameter) => parameter.name === name)?.example ?? name);
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(exampleOf(name)));
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required === true)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${baseUrl}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`)}`,
    ...(security?.length === 0 ? [] : ['-H "X-AUTH-TOKEN: $TOKEN"']),
    ...(media?.example === undefined
      ? []
      : [`-H 'Content-Type: ${type ?? 'application/json'}'`, `-d ${quoted(JSON.stringify(media.example))}`]),
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
