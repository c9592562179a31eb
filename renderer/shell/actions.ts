import { desktop } from '#renderer/client/desktop.ts';
import { leave } from '#renderer/client/pass.ts';
import { useChange } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import type { Command } from '#renderer/shell/commands.ts';
import { openKeys } from '#renderer/shell/keys.tsx';
import { usePaused } from '#renderer/views/exports/pause-switch.tsx';

/** What can be done from anywhere, besides going somewhere. */
export function useActions(): readonly Command[] {
  const { text } = useWords();
  const isPaused = usePaused();
  const pause = useChange('service.pause', 'service.pausing');
  const resume = useChange('service.resume', 'service.pausing');
  const check = useChange('routes.check', 'routes.list');
  const checkPlatforms = useChange('platforms.check', 'platforms.checks');
  const prefer = useChange('preferences.set', 'preferences.get');
  const out = useChange('signin.leave');
  // The palette is gone before the answer comes: what waits for it must not hang on the palette.
  const signOut = (): void => void out.mutateAsync({}).then(leave, () => undefined);
  return [
    isPaused
      ? { id: 'resume', name: text('exports.resumeAll'), hint: text('nav.exports'), run: () => resume.mutate({}) }
      : { id: 'pause', name: text('exports.pauseAll'), hint: text('nav.exports'), run: () => pause.mutate({}) },
    { id: 'checkPlatforms', name: text('platforms.checkAll'), hint: text('platforms.title'), run: () => checkPlatforms.mutate({}) },
    { id: 'check', name: text('routes.checkAll'), hint: text('nav.routes'), run: () => check.mutate({}) },
    { id: 'keys', name: text('keys.title'), hint: '?', run: openKeys },
    { id: 'welcome', name: text('about.welcome'), hint: text('nav.about'), run: () => prefer.mutate({ welcomed: false }) },
    // The desktop app lets its own window in again by itself.
    ...(desktop() === null ? [{ id: 'leave', name: text('settings.signOut'), hint: text('settings.window'), run: signOut }] : []),
  ];
}
