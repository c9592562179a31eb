import { useQuery } from '@tanstack/react-query';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { LocalModels } from '#renderer/views/sentiment/local-models.tsx';
import { ProviderCard } from '#renderer/views/sentiment/provider-card.tsx';
import { LOCAL_MODEL, staysHere } from '#renderer/views/sentiment/provider-form.ts';

const AUTOMATIC = 'automatic';
const BUILT_IN = 'built-in';

/** Who judges the tone of texts: the analyzer on this machine, a model that runs on it, or a provider that the owner has a key for. */
export function SentimentView() {
  const { text } = useWords();
  const providers = useQuery(readOf('sentiment.providers', {}));
  const choose = useChange('sentiment.choose', 'sentiment.providers');
  if (providers.isPending) return <Loading />;
  if (providers.error !== null) return <Problem error={providers.error} onRetry={() => void providers.refetch()} />;
  const usable = providers.data.filter(({ ready }) => ready);
  const inUse = providers.data.find((provider) => provider.in_use)?.id ?? BUILT_IN;
  const local = providers.data.find(({ id }) => id === LOCAL_MODEL);
  return (
    <div className="view setup">
      <div className="view-head">
        <h1>{text('nav.sentiment')}</h1>
      </div>
      <p className="quiet lead">{text('sentiment.lead')}</p>
      <section className="panel who-judges">
        <Choice
          label={text('sentiment.judge')}
          value={choose.isPending ? choose.variables.id : inUse}
          options={[
            ...usable.map(({ id, title }) => ({ id, name: id === BUILT_IN ? text('sentiment.builtIn') : title })),
            { id: AUTOMATIC, name: text('sentiment.automatic') },
          ]}
          onChange={(id) => choose.mutate({ id })}
        />
        <p className="meaning">{text(staysHere(inUse) ? 'sentiment.staysHere' : 'sentiment.isSent')}</p>
        {choose.error !== null && <Problem error={choose.error} />}
      </section>
      {local !== undefined && <LocalModels provider={local} />}
      {providers.data
        .filter(({ id }) => id !== BUILT_IN)
        .map((provider) => {
          const { id, base_url: address, model } = provider;
          // Made anew where another model was taken above.
          return <ProviderCard key={id === LOCAL_MODEL ? `${address} ${model}` : id} provider={provider} />;
        })}
    </div>
  );
}
