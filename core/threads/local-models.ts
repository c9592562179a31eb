import { randomUUID } from 'node:crypto';
import { localModelPortsIn } from '#core/config/local-model-ports.ts';
import type { Look } from '#core/analysis/sentiment-providers/local-servers.ts';
import type { LocalModels } from '#core/sentiment/ports.ts';
import { createProviderParts, type ProviderSetup } from '#core/threads/provider-parts.ts';

/** Who is there answers a list at once; whoever else listens at the port may hang. */
const LOOK_MS = 5_000;
const LIST_BYTES = 1_000_000;

/** Models that run on this machine, asked from this process. */
export function createLocalModels(setup: ProviderSetup): LocalModels {
  const parts = createProviderParts(setup);
  return {
    async find(signal) {
      const { findLocalServers } = await import('#core/analysis/sentiment-providers/local-servers.ts');
      const { parsedOrNull } = await import('#core/analysis/sentiment-providers/question.ts');
      const http = await parts.local();
      const patience = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]);
      const look: Look = async (url) => {
        try {
          const { status, text } = await http.get(url, LIST_BYTES, patience);
          return status === 200 ? parsedOrNull(text) : null;
        } catch {
          signal.throwIfAborted();
          return null;
        }
      };
      return findLocalServers(localModelPortsIn(setup.config.localModelPorts) ?? [], look);
    },
    async answer({ read, ...question }, signal) {
      const { askQuestion } = await import('#core/analysis/sentiment-providers/ask.ts');
      const { modelRequest, writtenIn } = await import('#core/analysis/sentiment-providers/local-model.ts');
      const { dialect, ...way } = await parts.of('local-model');
      const request = modelRequest(question, way.settings);
      const asked = { request, read: (body: unknown) => read(writtenIn(body)), readRefusal: () => null, tries: dialect.tries ?? 1 };
      return askQuestion(asked, randomUUID(), way, signal);
    },
    close: () => parts.close(),
  };
}
