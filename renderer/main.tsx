import '@fontsource-variable/inter/wght.css';
import '#renderer/design/tokens.css';
import '#renderer/design/base.css';
import '#renderer/design/controls.css';
import '#renderer/design/code.css';
import '#renderer/design/views.css';
import '#renderer/design/home.css';
import '#renderer/design/exports.css';
import '#renderer/design/export.css';
import '#renderer/design/setup.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CallError, UNREACHABLE } from '#renderer/client/call.ts';
import { takeKey } from '#renderer/client/pass.ts';
import { applyTheme, storedTheme } from '#renderer/shell/theme.ts';
import { App } from '#renderer/shell/app.tsx';

const STALE_MS = 10_000;
const AGAIN_MS = 1_000;
const PROFILE = ['account.profile', {}];

takeKey();
applyTheme(storedTheme());

/** A call that finds the browser unknown: the profile is asked for, and the page says how one is let in. */
function onRefusal(error: Error): void {
  const { state } = kept.getQueryCache().find({ queryKey: PROFILE }) ?? { state: { error: null } };
  const isKnown = state.error instanceof CallError && state.error.needsLink;
  if (error instanceof CallError && error.needsLink && !isKnown) void kept.invalidateQueries({ queryKey: PROFILE });
}

const kept: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onRefusal }),
  mutationCache: new MutationCache({ onError: onRefusal }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // The service is on this machine: without a network it answers all the same.
      networkMode: 'always',
      // What the service refuses, it refuses again. What it was not asked, it is asked once it answers.
      retry: (_tries, error) => error instanceof CallError && error.code === UNREACHABLE,
      retryDelay: AGAIN_MS,
    },
    mutations: { networkMode: 'always' },
  },
});

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={kept}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
