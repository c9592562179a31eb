import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { readOf } from '#renderer/client/queries.ts';
import { useNewToken } from '#renderer/client/use-new-token.ts';
import { CodeBlock } from '#renderer/components/code-block.tsx';
import { saveBlob } from '#renderer/components/save-file.ts';
import { Segments } from '#renderer/components/segments.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { type AssistantId, ASSISTANTS, setupBlock, type Transport, transportsOf } from '#renderer/views/assistants/assistant-setups.ts';
import { bundleOf } from '#renderer/views/assistants/bundle.ts';

const IDS = Object.keys(ASSISTANTS) as AssistantId[];

/** Which assistant, by which way, with which token: then something to copy. */
export function AssistantSetup() {
  const setup = useQuery(readOf('assistants.setup', {}));
  if (setup.isPending) return <Loading />;
  if (setup.error !== null) return <Problem error={setup.error} onRetry={() => void setup.refetch()} />;
  return <Chooser setup={setup.data} />;
}

function Chooser({ setup }: { readonly setup: Output<'assistants.setup'> }) {
  const { text } = useWords();
  const [id, setId] = useState<AssistantId>('claudeDesktop');
  const [wanted, setWanted] = useState<Transport>('stdio');
  const [tokens, setTokens] = useState<Readonly<Partial<Record<AssistantId, string>>>>({});
  const ways = transportsOf(id, setup);
  const transport = ways.includes(wanted) ? wanted : ways[0];
  const nameOf = (each: AssistantId): string => (each === 'other' ? text('assistants.other') : ASSISTANTS[each].name);
  const token = tokens[id] ?? null;
  const block = transport === undefined ? null : setupBlock(id, transport, setup, token);
  return (
    <section aria-labelledby="set-up">
      <h2 id="set-up">{text('assistants.setup')}</h2>
      <Segments
        label={text('assistants.which')}
        value={id}
        options={IDS.map((each) => ({ id: each, name: nameOf(each) }))}
        onChange={setId}
      />
      {ways.length > 1 && transport !== undefined && (
        <Segments
          label={text('assistants.way')}
          words={text(`assistants.way.${transport}.words`)}
          value={transport}
          options={ways.map((way) => ({ id: way, name: text(`assistants.way.${way}`) }))}
          onChange={setWanted}
        />
      )}
      {block === null ? (
        <p className="warn">{text('assistants.noWay')}</p>
      ) : (
        <>
          {id === 'claudeDesktop' && setup.stdio !== null && <Bundle program={setup.stdio} />}
          <p>{block.file === null ? text('assistants.run') : text('assistants.paste', { file: block.file })}</p>
          <CodeBlock name={nameOf(id)} place={block.file ?? text('assistants.terminal')} code={block.code} />
          <TokenLine name={nameOf(id)} token={token} onMade={(made) => setTokens({ ...tokens, [id]: made })} />
        </>
      )}
    </section>
  );
}

/** What is opened with the assistant instead of pasting anything. */
function Bundle({ program }: { readonly program: NonNullable<Output<'assistants.setup'>['stdio']> }) {
  const { text } = useWords();
  const service = useQuery(readOf('service.describe', {}));
  const version = service.data?.version;
  const make = useMutation({
    mutationFn: async (of: string) => saveBlob(await bundleOf(program, of), `commentdock-${of}.mcpb`),
  });
  return (
    <div className="token-line">
      <Button
        className="button button-main"
        isDisabled={version === undefined || make.isPending}
        {...(version === undefined ? {} : { onPress: () => make.mutate(version) })}
      >
        <Download size={14} aria-hidden />
        {text('assistants.bundle')}
      </Button>
      <p className="quiet">{text('assistants.bundleWords')}</p>
    </div>
  );
}

interface TokenLineParts {
  /** Of the assistant. */
  readonly name: string;
  readonly token: string | null;
  readonly onMade: (token: string) => void;
}

/** Makes a token for the assistant alone, so that it can be revoked alone. */
function TokenLine({ name, token, onMade }: TokenLineParts) {
  const { text } = useWords();
  const make = useNewToken();
  const press = (): void =>
    make.mutate(
      { name },
      {
        onSuccess: (made) => {
          if (made?.token != null) onMade(made.token);
        },
      },
    );
  return (
    <>
      <div className="token-line">
        {token === null && (
          <Button className="button button-main" isDisabled={make.isPending} onPress={press}>
            <KeyRound size={14} aria-hidden />
            {text('assistants.makeToken', { name })}
          </Button>
        )}
        <p className="quiet" role="status">
          {token === null ? text('assistants.noToken') : text('assistants.tokenMade', { name })}
        </p>
      </div>
      {make.error !== null && <Problem error={make.error} />}
    </>
  );
}
