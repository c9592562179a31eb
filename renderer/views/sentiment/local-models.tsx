import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { call, type CallError } from '#renderer/client/call.ts';
import { readOf } from '#renderer/client/queries.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { LOCAL_MODEL, type Provider } from '#renderer/views/sentiment/provider-form.ts';

/** Servers of language models that listen on this machine: looked for when this is shown, and never otherwise. */
export function LocalModels({ provider }: { readonly provider: Provider }) {
  const { text } = useWords();
  const servers = useQuery({ ...readOf('sentiment.models', {}), refetchOnWindowFocus: false });
  const take = useTaking();
  return (
    <section className="panel who-judges" aria-label={text('models.title')}>
      <div className="section-head">
        <h2>{text('models.title')}</h2>
        <Button className="button" isDisabled={servers.isFetching} onPress={() => void servers.refetch()}>
          {text('models.again')}
        </Button>
      </div>
      <p className="meaning">{text('models.words')}</p>
      {servers.isPending && <Loading />}
      {servers.error !== null && <Problem error={servers.error} />}
      {take.error !== null && <Problem error={take.error} />}
      {servers.data?.length === 0 && <p className="quiet">{text('models.none')}</p>}
      {servers.data?.map(({ name, base_url: address, models }) => (
        <div key={address} className="way">
          <strong>
            {name} <span className="quiet number">{address}</span>
          </strong>
          {models.length === 0 && <p className="quiet">{text('models.empty')}</p>}
          <div className="way-buttons">
            {models.map((model) => {
              const isTaken = provider.in_use && provider.base_url === address && provider.model === model;
              return (
                <Button
                  key={model}
                  className="button"
                  isDisabled={take.isPending || isTaken}
                  onPress={() => take.mutate({ address, model })}
                >
                  {text(isTaken ? 'models.taken' : 'models.take', { model })}
                </Button>
              );
            })}
          </div>
        </div>
      ))}
    </section>
  );
}

/** From then on the model judges, and reads exports. */
function useTaking() {
  const kept = useQueryClient();
  return useMutation<void, CallError, { readonly address: string; readonly model: string }>({
    mutationFn: async ({ address, model }) => {
      await call('sentiment.set', { id: LOCAL_MODEL, base_url: address, model });
      await call('sentiment.choose', { id: LOCAL_MODEL });
    },
    onSettled: () => kept.invalidateQueries({ queryKey: ['sentiment.providers'] }),
  });
}
