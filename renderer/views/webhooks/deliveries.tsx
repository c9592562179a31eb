import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button, Disclosure, DisclosurePanel } from 'react-aria-components';
import { call, type CallError, type Output } from '#renderer/client/call.ts';
import { useChange } from '#renderer/client/queries.ts';
import { useRefresh } from '#renderer/client/use-refresh.ts';
import { CodeBlock } from '#renderer/components/code-block.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { deliveryState, type DeliveryState } from '#renderer/views/webhooks/delivery-state.ts';

type Delivery = Output<'webhooks.events'>[number];

const PAGE = 30;
/** What waits for a retry goes out without an event of ours. */
const LOOK_AGAIN_MS = 15_000;
const CHIPS: Readonly<Record<DeliveryState, string>> = {
  delivered: 'chip-done',
  queued: 'chip-queueing',
  retrying: 'chip-progress',
  failed: 'chip-error',
};

/** What a webhook was sent, newest first. */
export function Deliveries({ uuid }: { readonly uuid: string }) {
  const { text } = useWords();
  const deliveries = useInfiniteQuery<Delivery[], CallError, Delivery[], readonly string[], number>({
    queryKey: ['webhooks.events', uuid],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call('webhooks.events', { 'webhook.uuid': uuid, page: pageParam, limit: PAGE }, signal),
    getNextPageParam: (last, _all, page) => (last.length < PAGE ? null : page + 1),
    select: ({ pages }) => pages.flat(),
    refetchInterval: LOOK_AGAIN_MS,
  });
  useRefresh('webhooks.events');
  if (deliveries.isPending) return <Loading />;
  if (deliveries.error !== null) return <Problem error={deliveries.error} onRetry={() => void deliveries.refetch()} />;
  if (deliveries.data.length === 0) return <p className="quiet state">{text('webhooks.deliveries.none')}</p>;
  return (
    <>
      <ul className="records" aria-label={text('webhooks.deliveries')}>
        {deliveries.data.map((delivery) => (
          <DeliveryRow key={delivery.uuid} delivery={delivery} />
        ))}
      </ul>
      {deliveries.hasNextPage && (
        <Button className="button" onPress={() => void deliveries.fetchNextPage()} isDisabled={deliveries.isFetchingNextPage}>
          {text('action.loadMore')}
        </Button>
      )}
    </>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { text, moment, number } = useWords();
  const [isOpen, setOpen] = useState(false);
  const resend = useChange('webhooks.resend', 'webhooks.events', 'webhooks.summary');
  const { uuid, event, createdAt, numberOfCalls: calls, responseCode: code, durationMs, nextCallAt } = delivery;
  const state = deliveryState(delivery);
  return (
    <li>
      <Disclosure isExpanded={isOpen} onExpandedChange={setOpen}>
        <div className="record delivery">
          <Button slot="trigger" className="delivery-open">
            <ChevronRight size={14} aria-hidden className={isOpen ? 'turned' : ''} />
            <span className="clipped">{text(`webhooks.event.${event}`)}</span>
            <span className="quiet number">{moment(createdAt)}</span>
          </Button>
          <span className={`chip ${CHIPS[state]}`}>{text(`webhooks.state.${state}`)}</span>
          <span className="quiet number delivery-facts">
            {code > 0 && <strong>{code}</strong>} {durationMs !== null && `${number(durationMs)} ms · `}
            {text('webhooks.tries', { count: calls })}
            {nextCallAt !== null && ` · ${text('webhooks.nextTry', { time: moment(nextCallAt) })}`}
          </span>
          <IconButton icon={RotateCw} name={text('webhooks.resend')} isBusy={resend.isPending} onPress={() => resend.mutate({ uuid })} />
        </div>
        {resend.error !== null && <Problem error={resend.error} />}
        <DisclosurePanel className="delivery-body">{isOpen && <DeliveryBody delivery={delivery} />}</DisclosurePanel>
      </Disclosure>
    </li>
  );
}

/** Why it failed, and what was sent. */
function DeliveryBody({ delivery: { messageId, error, message } }: { readonly delivery: Delivery }) {
  const { text } = useWords();
  return (
    <>
      {error !== null && <p className="bad">{error}</p>}
      {message === null ? (
        <p className="quiet">{text('webhooks.bodyLater')}</p>
      ) : (
        <CodeBlock name={text('webhooks.body')} place={messageId} code={JSON.stringify(JSON.parse(message), null, 2)} />
      )}
    </>
  );
}
