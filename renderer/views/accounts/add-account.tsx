import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { desktop } from '#renderer/client/desktop.ts';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { CodeBlock } from '#renderer/components/code-block.tsx';
import { Drawer } from '#renderer/components/drawer.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { TextDrop } from '#renderer/components/text-drop.tsx';
import { useFieldWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import type { Platform } from '#renderer/views/accounts/accounts-view.tsx';
import { DesktopLogin } from '#renderer/views/accounts/desktop-login.tsx';

const MAIN = 'main';

interface AddAccountParts {
  readonly platform: Platform;
  readonly onClose: () => void;
}

/** The ways to save a session at a platform: a login window, a browser of this machine, cookies by hand. */
export function AddAccount({ platform, onClose }: AddAccountParts) {
  const { text } = useWords();
  const [name, setName] = useState(MAIN);
  const account = name.trim() === '' ? MAIN : name.trim();
  const isDesktop = desktop() !== null;
  return (
    <Drawer title={text('accounts.addOf', { name: platform.name })} isOpen onClose={onClose}>
      <p className="quiet">{text('accounts.risk')}</p>
      <Field label={text('accounts.name')} words={text('accounts.nameWords')} value={name} onChange={setName} />
      <section className="way">
        <h3>{text('accounts.byLogin')}</h3>
        {isDesktop ? (
          <DesktopLogin platform={platform.id} name={account} onSaved={onClose} />
        ) : (
          <>
            <p className="quiet">{text('accounts.byLoginWords')}</p>
            <CodeBlock name={text('accounts.byLogin')} code={commandOf(platform.id, account)} />
          </>
        )}
      </section>
      <Browsers platform={platform} name={account} onSaved={onClose} />
      <ByHand platform={platform} name={account} onSaved={onClose} />
    </Drawer>
  );
}

function commandOf(platform: string, name: string): string {
  return name === MAIN ? `commentdock login ${platform}` : `commentdock login ${platform} --name ${JSON.stringify(name)}`;
}

interface WayParts {
  readonly platform: Platform;
  readonly name: string;
  readonly onSaved: () => void;
}

function Browsers({ platform, name, onSaved }: WayParts) {
  const { text } = useWords();
  const found = useQuery(readOf('accounts.browsers', {}));
  const take = useChange('accounts.import', 'accounts.list');
  const readable = found.data?.filter(({ obstacle }) => obstacle === null) ?? [];
  const others = found.data?.filter(({ obstacle }) => obstacle !== null) ?? [];
  return (
    <section className="way">
      <h3>{text('accounts.byBrowser')}</h3>
      <p className="quiet">{text(readable.length === 0 ? 'accounts.noBrowser' : 'accounts.byBrowserWords')}</p>
      <div className="way-buttons">
        {readable.map((found) => (
          <Button
            key={`${found.browser} ${found.profile}`}
            className="button"
            isDisabled={take.isPending}
            onPress={() => take.mutate({ platform: platform.id, ...choiceOf(found), name }, { onSuccess: onSaved })}
          >
            <span className="clipped">{`${found.browser} · ${found.profile}`}</span>
          </Button>
        ))}
      </div>
      {others.map(({ browser, profile, obstacle }) => (
        <p key={`${browser} ${profile}`} className="quiet">
          {browser} · {profile}: {obstacle}
        </p>
      ))}
      {take.error !== null && <Problem error={take.error} />}
    </section>
  );
}

function choiceOf({ browser, profile }: Output<'accounts.browsers'>[number]): { readonly browser: string; readonly profile: string } {
  return { browser, profile };
}

function ByHand({ platform, name, onSaved }: WayParts) {
  const { text } = useWords();
  const wrongOf = useFieldWords();
  const [cookies, setCookies] = useState('');
  const [userAgent, setUserAgent] = useState('');
  const save = useChange('accounts.save', 'accounts.list');
  const { login_url: login, cookie_names: names, cookie_domains: domains } = platform;
  return (
    <form
      className="way"
      onSubmit={(event) => {
        event.preventDefault();
        const browser = userAgent.trim() === '' ? {} : { user_agent: userAgent };
        save.mutate({ platform: platform.id, cookies, name, ...browser }, { onSuccess: onSaved });
      }}
    >
      <h3>{text('accounts.byHand')}</h3>
      <ol className="steps">
        <li>
          {text('accounts.step.login')}{' '}
          {login !== null && (
            <a href={login} target="_blank" rel="noreferrer">
              {login.replace(/^https:\/\/(www\.)?/, '')} <ExternalLink size={12} aria-hidden />
            </a>
          )}
        </li>
        <li>{text('accounts.step.find', { domain: domains[0] ?? platform.name })}</li>
        <li>
          {names.length === 0 ? text('accounts.step.all') : text('accounts.step.copy')} <code>{names.join(', ')}</code>
        </li>
      </ol>
      <TextDrop
        label={text('accounts.cookies')}
        words={text('accounts.cookiesWords')}
        value={cookies}
        error={wrongOf(save.error, 'cookies')}
        onChange={setCookies}
      />
      <Field
        label={text('accounts.userAgent')}
        words={text('accounts.userAgentWords')}
        value={userAgent}
        error={wrongOf(save.error, 'user_agent')}
        onChange={setUserAgent}
      />
      {save.error !== null && save.error.violations.length === 0 && <Problem error={save.error} />}
      <div className="form-end">
        <Button type="submit" className="button button-main" isDisabled={cookies.trim() === '' || save.isPending}>
          {text('action.save')}
        </Button>
      </div>
    </form>
  );
}
