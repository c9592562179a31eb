import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Dispatcher } from 'undici';
import { poolsOf, type Connector } from '#core/network/agents.ts';
import type { Trust } from '#core/network/certificates.ts';
import type { RouteGround } from '#core/network/routes/first-hop.ts';
import { withoutBrackets, type RouteMember } from '#core/network/routes/route.ts';
import { wrongCredentials } from '#core/network/routes/route-failure.ts';
import { openProxy, openTunnel, proxyAuthorization, takesAbsoluteForm } from '#core/network/routes/tunnel.ts';
import { transportOver, type Transport, type Wire } from '#core/network/transport.ts';

/** The status with which a proxy says that it does not know us. */
const PROXY_WANTS_CREDENTIALS = 407;

/** A transport whose every connection goes through the route: it has no other way, and resolves no name of a platform. */
export function createRouteTransport(route: RouteMember, ground: RouteGround, trust: () => Trust): Transport {
  return transportOver(() => {
    const agent = new Agent({ factory: poolsOf(ground.timeoutMs), connect: connectorOf(route, ground) });
    return { agent: takesAbsoluteForm(route) ? withAbsoluteForm(agent, route) : agent, trust: trust() };
  }, ground.timeoutMs);
}

function connectorOf(route: RouteMember, ground: RouteGround): Connector {
  const overTunnel = buildConnector({ secureContext: ground.context(), timeout: ground.timeoutMs });
  return (options, settle) => {
    const { protocol, hostname, port } = options;
    const isTls = protocol === 'https:';
    const target = { host: withoutBrackets(hostname), port: Number(port) || (isTls ? 443 : 80) };
    const isAsked = !isTls && takesAbsoluteForm(route);
    const opening = isAsked ? openProxy(route, ground) : openTunnel(route, target, ground);
    opening.then(
      (socket) => {
        if (isTls) overTunnel({ ...options, httpSocket: socket }, settle);
        else settle(null, socket);
      },
      (error: Error) => settle(error, null),
    );
  };
}

/** Plain HTTP as a proxy is asked for it: the whole address in the first line, and who we are. */
function withAbsoluteForm(agent: Agent, route: RouteMember): Wire['agent'] {
  const authorization = proxyAuthorization(route);
  return {
    destroy: agent.destroy.bind(agent),
    dispatch(options, handler) {
      const origin = String(options.origin);
      if (!origin.startsWith('http:')) return agent.dispatch(options, handler);
      const headers = {
        ...(options.headers as Readonly<Record<string, string>>),
        ...(authorization === null ? {} : { 'proxy-authorization': authorization }),
      };
      return agent.dispatch({ ...options, path: `${origin}${options.path}`, headers }, new ProxyAnswer(handler, route));
    },
  };
}

/** Passes everything on but the word of the proxy that it does not know us. */
class ProxyAnswer implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #route: RouteMember;

  constructor(handler: Dispatcher.DispatchHandler, route: RouteMember) {
    this.#handler = handler;
    this.#route = route;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(...[controller, status, headers, message]: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    if (status === PROXY_WANTS_CREDENTIALS) controller.abort(wrongCredentials(this.#route.label));
    else this.#handler.onResponseStart?.(controller, status, headers, message);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: Readonly<Record<string, string | string[] | undefined>>): void {
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#handler.onResponseError?.(controller, error);
  }
}
