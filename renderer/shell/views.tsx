import { type ComponentType, Suspense } from 'react';
import { arriving } from '#renderer/components/arriving.ts';
import { Loading } from '#renderer/components/states.tsx';
import type { Place, PlainView } from '#renderer/shell/place.ts';
import { ExportView } from '#renderer/views/export/export-view.tsx';
import { HomeView } from '#renderer/views/home/home-view.tsx';

/** What a view is told of the place it stands at. */
export interface ViewParts {
  readonly detail: string | null;
}

/** Views that most visits do not need come when they are opened. */
const VIEWS: Readonly<Record<PlainView, ComponentType<ViewParts>>> = {
  home: HomeView,
  exports: arriving(async () => (await import('#renderer/views/exports/exports-view.tsx')).ExportsView),
  search: arriving(async () => (await import('#renderer/views/search/search-view.tsx')).SearchView),
  schedules: arriving(async () => (await import('#renderer/views/schedules/schedules-view.tsx')).SchedulesView),
  webhooks: arriving(async () => (await import('#renderer/views/webhooks/webhooks-view.tsx')).WebhooksView),
  api: arriving(async () => (await import('#renderer/views/api/api-view.tsx')).ApiView),
  assistants: arriving(async () => (await import('#renderer/views/assistants/assistants-view.tsx')).AssistantsView),
  platforms: arriving(async () => (await import('#renderer/views/platforms/platforms-view.tsx')).PlatformsView),
  accounts: arriving(async () => (await import('#renderer/views/accounts/accounts-view.tsx')).AccountsView),
  routes: arriving(async () => (await import('#renderer/views/routes/routes-view.tsx')).RoutesView),
  sentiment: arriving(async () => (await import('#renderer/views/sentiment/sentiment-view.tsx')).SentimentView),
  settings: arriving(async () => (await import('#renderer/views/settings/settings-view.tsx')).SettingsView),
  about: arriving(async () => (await import('#renderer/views/about/about-view.tsx')).AboutView),
};

/** What stands at a place. */
export function ViewAt({ place }: { readonly place: Place }) {
  if (place.view === 'export') return <ExportView key={place.guid} guid={place.guid} />;
  const View = VIEWS[place.view];
  return (
    <Suspense fallback={<Loading />}>
      <View detail={place.detail ?? null} />
    </Suspense>
  );
}
