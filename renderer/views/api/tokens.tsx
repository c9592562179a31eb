import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { MOST_TOKENS, type Token, useNewToken } from '#renderer/client/use-new-token.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Confirm } from '#renderer/components/confirm.tsx';
import { Field } from '#renderer/components/field.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { ShownOnce } from '#renderer/components/shown-once.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const DAYS = ['30', '90', '365'] as const;

interface TokensParts {
  /** Value of the one that was just made. */
  readonly made: string | null;
  readonly onMade: (value: string | null) => void;
}

/** Keys for programs: made, shown once, revoked. */
export function Tokens({ made, onMade }: TokensParts) {
  const { text } = useWords();
  const tokens = useQuery(readOf('tokens.list', { limit: MOST_TOKENS }));
  const [name, setName] = useState('');
  const [days, setDays] = useState<(typeof DAYS)[number]>('90');
  const make = useNewToken();
  const submit = (): void =>
    make.mutate(
      { ...(name.trim() === '' ? {} : { name: name.trim() }), expiresInDays: Number(days) },
      {
        onSuccess: (token) => {
          onMade(token?.token ?? null);
          setName('');
        },
      },
    );
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">{text('api.tokens')}</h2>
      <p className="quiet">{text('api.tokens.words')}</p>
      <Form
        className="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={text('api.token.name')} value={name} placeholder={text('api.token.example')} onChange={setName} />
        <Choice
          label={text('api.token.expiry')}
          value={days}
          options={DAYS.map((id) => ({ id, name: text('api.token.days', { count: Number(id) }) }))}
          onChange={setDays}
        />
        <Button type="submit" className="button button-main" isDisabled={make.isPending}>
          {text('api.token.create')}
        </Button>
      </Form>
      {make.error !== null && <Problem error={make.error} />}
      {made !== null && (
        <ShownOnce title={text('api.token.once')} words={text('api.token.once.words')} name={text('api.token')} value={made} />
      )}
      {tokens.error !== null && <Problem error={tokens.error} onRetry={() => void tokens.refetch()} />}
      <ul className="records" aria-label={text('api.tokens')}>
        {(tokens.data ?? []).map((token) => (
          <TokenRow key={token.uuid} token={token} onRevoked={() => token.token === made && onMade(null)} />
        ))}
      </ul>
    </section>
  );
}

function TokenRow({
  token: { uuid, name, createdAt, expiresAt, isExpired },
  onRevoked,
}: {
  readonly token: Token;
  readonly onRevoked: () => void;
}) {
  const { text, day } = useWords();
  const revoke = useChange('tokens.delete', 'tokens.list');
  return (
    <li className="record token">
      <span className="clipped">{name}</span>
      <span className="quiet number">{text('api.token.created', { day: day(createdAt) })}</span>
      {isExpired ? (
        <span className="chip chip-error">{text('api.token.expired')}</span>
      ) : (
        <span className="quiet number">{text('api.token.until', { day: day(expiresAt) })}</span>
      )}
      <Confirm
        title={text('api.token.revokeTitle', { name })}
        words={text('api.token.revokeWords')}
        action={text('api.token.revoke')}
        onConfirm={() => revoke.mutate({ uuid }, { onSuccess: onRevoked })}
      >
        <IconButton icon={Trash2} name={text('api.token.revokeOne', { name })} isBusy={revoke.isPending} />
      </Confirm>
    </li>
  );
}
