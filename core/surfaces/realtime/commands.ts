import { z } from 'zod';
import { DISCONNECTS, EndedConnection, PROTOCOL_ERRORS, RefusedCommand } from '#core/surfaces/realtime/codes.ts';
import { MAX_CHANNEL_LENGTH } from '#core/surfaces/realtime/limits.ts';

/** Set in `flag` of a subscribe command: refuse instead of subscribing without what was missed. */
const REJECT_UNRECOVERED = 2;

const offset = z.int().min(0).default(0);
const epoch = z.string().default('');
const position = z.object({ recover: z.boolean().default(false), offset, epoch });
const inChannel = z.object({ channel: z.string().min(1) });

/** The commands we offer, by the field that carries them: https://github.com/centrifugal/protocol, definitions/client.proto */
const REQUESTS = {
  connect: z.object({
    token: z.string().default(''),
    /** Positions in the channels that the server subscribes to. */
    subs: z.record(z.string(), position).default({}),
  }),
  subscribe: inChannel.extend({ ...position.shape, join_leave: z.boolean().default(false), flag: z.int().default(0) }),
  unsubscribe: inChannel,
  presence: inChannel,
  presence_stats: inChannel,
  history: inChannel.extend({
    limit: z.int().default(0),
    since: z.object({ offset, epoch }).optional(),
    reverse: z.boolean().default(false),
  }),
  ping: z.object({}),
  refresh: z.object({ token: z.string().min(1) }),
  sub_refresh: inChannel,
} as const;

export type CommandName = keyof typeof REQUESTS;
export type CommandRequest<N extends CommandName> = z.output<(typeof REQUESTS)[N]>;

const COMMAND_NAMES = Object.keys(REQUESTS) as readonly CommandName[];

/** A line from a client. `null` of `name`: a command that we do not offer. */
export type Command =
  | { readonly kind: 'pong' }
  | { readonly kind: 'message' }
  | { readonly kind: 'command'; readonly id: number; readonly name: CommandName | null; readonly fields: unknown };

const lineSchema = z.looseObject({ id: z.int().min(0).max(4_294_967_295).default(0) });

/**
 * The commands of a frame: one JSON object a line.
 * @throws EndedConnection bad request, where it is none of the protocol
 */
export function commandsOf(frame: string): readonly Command[] {
  const lines = frame.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new EndedConnection(DISCONNECTS.badRequest);
  return lines.map(commandOf);
}

/**
 * What a command asks for.
 * @throws EndedConnection bad request, where its fields are not those of the protocol; RefusedCommand
 */
export function requestOf<N extends CommandName>(name: N, fields: unknown): CommandRequest<N> {
  const parsed = REQUESTS[name].safeParse(fields);
  if (!parsed.success) throw new EndedConnection(DISCONNECTS.badRequest);
  const { channel } = parsed.data as { readonly channel?: string };
  if (channel !== undefined && channel.length > MAX_CHANNEL_LENGTH) throw new RefusedCommand(PROTOCOL_ERRORS.badRequest);
  return parsed.data as CommandRequest<N>;
}

export function rejectsUnrecovered({ flag }: CommandRequest<'subscribe'>): boolean {
  return (flag & REJECT_UNRECOVERED) !== 0;
}

function commandOf(line: string): Command {
  const { id, ...fields } = parseLine(line);
  const name = COMMAND_NAMES.find((known) => fields[known] !== undefined && fields[known] !== null) ?? null;
  if (id > 0) return { kind: 'command', id, name, fields: name === null ? null : fields[name] };
  if (Object.keys(fields).length === 0) return { kind: 'pong' };
  if (fields['send'] !== undefined) return { kind: 'message' };
  throw new EndedConnection(DISCONNECTS.badRequest);
}

function parseLine(line: string): z.output<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    throw new EndedConnection(DISCONNECTS.badRequest);
  }
}
