import { serveCore } from '#electron/serve-core.ts';

// The entry of the process that Electron starts for the core.
void serveCore(process.parentPort, process.env).then(
  () => process.exit(0),
  () => process.exit(1),
);
