import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, Form } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Confirm } from '#renderer/components/confirm.tsx';
import { Field } from '#renderer/components/field.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { ShownOnce } from '#renderer/components/shown-once.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useFieldWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

const PUBLIC_ADDRESS = 'COMMENTDOCK_PUBLIC_URL';
const HOURS = ['1', '24', '168'] as const;
const HOUR_MS = 3_600_000;
/** In place of the uuid of a member. */
const OWNER: string = 'owner';

/** Links that let others in, where the service has an address that they can open. */
export function Invitations() {
  const service = useQuery(readOf('service.describe', {}));
  const isPublic = service.data?.settings.some(({ variable, is_set: isSet }) => variable === PUBLIC_ADDRESS && isSet) === true;
  return isPublic ? <InvitationPanel /> : null;
}

function InvitationPanel() {
  const { text, span } = useWords();
  const wrongOf = useFieldWords();
  const invitations = useQuery(readOf('signin.invitations', {}));
  const invite = useChange('signin.invite', 'signin.invitations');
  const [name, setName] = useState('');
  const [hours, setHours] = useState<(typeof HOURS)[number]>('24');
  const members = useQuery(readOf('members.list', {})).data ?? [];
  const [member, setMember] = useState(OWNER);
  const chosen = members.some(({ uuid }) => uuid === member) ? member : OWNER;
  return (
    <section className="panel" aria-label={text('invitations.title')}>
      <h2>{text('invitations.title')}</h2>
      <p className="quiet">{text('invitations.words')}</p>
      <Form
        className="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate({ name, hours: Number(hours), ...(chosen === OWNER ? {} : { member: chosen }) }, { onSuccess: () => setName('') });
        }}
      >
        <Field label={text('invitations.name')} value={name} error={wrongOf(invite.error, 'name')} isRequired onChange={setName} />
        <WhoseWindow members={members} chosen={chosen} onChange={setMember} />
        <Choice
          label={text('api.token.expiry')}
          value={hours}
          options={HOURS.map((id) => ({ id, name: span(Number(id) * HOUR_MS) }))}
          onChange={setHours}
        />
        <Button type="submit" className="button button-main" isDisabled={invite.isPending}>
          {text('invitations.create')}
        </Button>
      </Form>
      {invite.error !== null && <Problem error={invite.error} />}
      {invite.data !== undefined && (
        <ShownOnce
          title={text('invitations.once')}
          words={text('invitations.once.words')}
          name={text('invitations.link', { name: invite.data.name })}
          value={invite.data.url}
        />
      )}
      {invitations.error !== null && <Problem error={invitations.error} onRetry={() => void invitations.refetch()} />}
      <ul className="records" aria-label={text('invitations.title')}>
        {(invitations.data ?? []).map((invitation) => (
          <InvitationRow
            key={invitation.uuid}
            invitation={invitation}
            whose={members.find(({ uuid }) => uuid === invitation.member)?.name ?? null}
            onRevoked={() => invitation.uuid === invite.data?.uuid && invite.reset()}
          />
        ))}
      </ul>
    </section>
  );
}

interface WhoseWindowParts {
  readonly members: readonly { readonly uuid: string; readonly name: string }[];
  readonly chosen: string;
  readonly onChange: (chosen: string) => void;
}

/** Where there are members, their windows can be opened too. */
function WhoseWindow({ members, chosen, onChange }: WhoseWindowParts) {
  const { text } = useWords();
  if (members.length === 0) return null;
  const options = [{ id: OWNER, name: text('invitations.member.owner') }, ...members.map(({ uuid, name }) => ({ id: uuid, name }))];
  return <Choice label={text('invitations.member')} value={chosen} options={options} onChange={onChange} />;
}

interface InvitationParts {
  readonly invitation: Output<'signin.invitations'>[number];
  /** The member whose window it opens; null: the owner's. */
  readonly whose: string | null;
  readonly onRevoked: () => void;
}

function InvitationRow({
  invitation: { uuid, name, created_at: made, expires_at: end, used_at: used },
  whose,
  onRevoked,
}: InvitationParts) {
  const { text, moment, day } = useWords();
  const revoke = useChange('signin.revoke', 'signin.invitations');
  return (
    <li className="record token">
      <span className="clipped">{whose === null ? name : `${name} (${whose})`}</span>
      <span className="quiet number">{text('api.token.created', { day: day(made) })}</span>
      <span className="quiet number">
        {used === null ? text('api.token.until', { day: moment(end) }) : text('invitations.used', { time: moment(used) })}
      </span>
      <Confirm
        title={text('api.token.revokeTitle', { name })}
        words={text('invitations.revokeWords')}
        action={text('api.token.revoke')}
        onConfirm={() => revoke.mutate({ uuid }, { onSuccess: onRevoked })}
      >
        <IconButton icon={Trash2} name={text('api.token.revokeOne', { name })} isBusy={revoke.isPending} />
      </Confirm>
    </li>
  );
}
