/** Modules of undici that it ships without types of their own: what its index exports under the same names. */

declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';
  const connectTunnel: Dispatcher['connect'];
  export default connectTunnel;
}

declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}

declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}

declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici';
}

declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  export { EnvHttpProxyAgent as default } from 'undici';
}

declare module 'undici/lib/web/websocket/websocket.js' {
  import type { WebSocket } from 'undici';
  const websocket: { readonly WebSocket: typeof WebSocket };
  export default websocket;
}

declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
