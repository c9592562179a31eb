import { useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { CallError } from '#renderer/client/call.ts';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { PackKeys } from '#renderer/views/packs/pack-keys.tsx';
import { PackRow } from '#renderer/views/packs/pack-row.tsx';
import { PackUpdates } from '#renderer/views/packs/pack-updates.tsx';

/** What platforms are used from: packs that were taken, who may sign them, and whether new ones are looked for. */
export function PlatformPacks() {
  const { text } = useWords();
  const all = useQuery({ ...readOf('packs.list', {}), staleTime: 0 });
  if (all.isPending) return <Loading />;
  if (all.error !== null) return <Problem error={all.error} onRetry={() => void all.refetch()} />;
  const builtIn = all.data.filter(({ origin }) => origin === 'built_in');
  const shown = all.data.filter(({ origin, aside }) => origin !== 'built_in' || aside.length > 0);
  return (
    <section className="panel" aria-label={text('packs.title')}>
      <h2>{text('packs.title')}</h2>
      <p className="quiet">{text('packs.lead')}</p>
      <p className="number">{text('packs.builtIn', { count: builtIn.length, version: builtIn[0]?.version ?? '' })}</p>
      {shown.length > 0 && (
        <ul className="rows" aria-label={text('packs.taken')}>
          {shown.map((used) => (
            <PackRow key={used.id} used={used} />
          ))}
        </ul>
      )}
      <TakePack />
      <PackKeys />
      <PackUpdates />
    </section>
  );
}

/** Loads one from a file or from the address. */
function TakePack() {
  const { text } = useWords();
  const [unread, setUnread] = useState<CallError | null>(null);
  const updates = useQuery(readOf('packs.updates', {}));
  const take = useChange('packs.update', 'packs.list', 'packs.updates', 'platforms.list');
  const error = unread ?? take.error;
  const load = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setUnread(null);
    try {
      take.mutate({ pack: await base64Of(file) });
    } catch (failure) {
      setUnread(new CallError('INVALID_REQUEST', String(failure)));
    }
  };
  return (
    <>
      <div className="way-buttons">
        <FileTrigger onSelect={(list) => void load(list?.[0])}>
          <Button className="button" isDisabled={take.isPending}>
            <FileText size={14} aria-hidden />
            {text('packs.fromFile')}
          </Button>
        </FileTrigger>
        {updates.data?.address != null && (
          <Button className="button" isDisabled={take.isPending} onPress={() => take.mutate({})}>
            <Download size={14} aria-hidden />
            {text('packs.fromAddress')}
          </Button>
        )}
      </div>
      <div role="status">
        {take.isPending && <p className="quiet">{text('packs.looking')}</p>}
        {take.data !== undefined && !take.isPending && error === null && (
          <p className="good">
            {take.data.platforms.length === 0
              ? text('packs.inUse', { version: take.data.version })
              : text('packs.took', { version: take.data.version, names: take.data.platforms.join(', ') })}
          </p>
        )}
      </div>
      {error !== null && <Problem error={error} />}
    </>
  );
}

/** What stands behind the comma of a `data:` address. */
async function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(String(reader.result)));
  reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
  reader.readAsDataURL(file);
  const address = await promise;
  return address.slice(address.indexOf(',') + 1);
}
