import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { windowLink } from '#core/auth/window-session.ts';
import { defineOperation } from '#core/owner/context.ts';

/** A code to sign in with, as the operation gives it. */
export const loginCodeSchema = z.object({
  code: z.string().meta({ examples: ['K7QM-2XPD'] }),
  expires_at: z.iso.datetime(),
  /** The page that asks for it. */
  login_url: z.string().meta({ examples: ['http://127.0.0.1:4780/login'] }),
  /** Opens the window in a browser of this machine, and uses the code up. */
  window_url: z.string().meta({ examples: ['http://127.0.0.1:4780/open?code=K7QM-2XPD'] }),
});

const code = defineOperation({
  name: 'signin.code',
  summary: 'Make a one-time code to sign in with',
  description:
    'Makes a code that signs a browser in at /login, or opens the window by its link: once, within ten minutes. For the owner alone: the command line and the desktop window show it, API tokens get none.',
  scope: 'write',
  input: z.object({}),
  output: loginCodeSchema,
  errors: [],
  rest: { method: 'POST', path: '/api/v1/login-code', status: 201, auth: 'hands' },
  cli: { command: 'login-code' },
  run(_input, { signIn, links }) {
    const { code: value, expiresAtMs } = signIn.issueCode();
    return {
      code: value,
      expires_at: new Date(expiresAtMs).toISOString(),
      login_url: `${links.baseUrl}/login`,
      window_url: windowLink(value, links.baseUrl),
    };
  },
});

const leave = defineOperation({
  name: 'signin.leave',
  summary: 'Sign this window out',
  description: 'Ends the pass of the window that asks. Its browser is let in again by a new one-time link only.',
  // Nothing that is kept changes: a reader signs out too.
  scope: 'read',
  input: z.object({}),
  output: z.void(),
  errors: ['INVALID_REQUEST'],
  rest: { method: 'POST', path: '/api/v1/window/leave', status: 204, auth: 'owner' },
  team: 'all',
  run(_input, { caller, signIn }) {
    if (caller.window === undefined) throw new CommentdockError('INVALID_REQUEST', 'Only a window can be signed out, by itself.');
    signIn.closeWindow(caller.window);
  },
});

export const SIGN_IN_OPERATIONS = [code, leave];
