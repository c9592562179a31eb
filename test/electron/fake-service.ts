import type { PlatformInfo } from '#core/contract/platform.ts';
import type { OpenExport, ServiceClient, ServiceListener } from '#electron/service-client.ts';

/** A service that does what the test says, in place of `createServiceClient`. */
export class FakeService implements ServiceClient {
  readonly baseUrl: string;
  readonly said: string[] = [];
  readonly saved: { readonly platform: string; readonly name: string | undefined; readonly cookies: string; readonly userAgent: string }[] =
    [];
  open: OpenExport[] = [];
  paused = false;
  isThere = true;
  saveFailure: Error | null = null;
  platforms: PlatformInfo[] = [];
  listener: ServiceListener | null = null;

  constructor(baseUrl = 'http://127.0.0.1:4780') {
    this.baseUrl = baseUrl;
  }

  async windowLink(): Promise<string> {
    this.said.push('link');
    return `${this.baseUrl}/open?code=K7QM-2XPD`;
  }

  async openExports(): Promise<readonly OpenExport[]> {
    return this.open;
  }

  async isPaused(): Promise<boolean> {
    return this.paused;
  }

  async pause(until: 'resume' | 'restart'): Promise<void> {
    this.said.push(`pause ${until}`);
    this.paused = true;
  }

  async resume(): Promise<void> {
    this.said.push('resume');
    this.paused = false;
  }

  async platform(id: string): Promise<PlatformInfo | null> {
    return this.platforms.find((platform) => platform.id === id) ?? null;
  }

  async saveAccount(account: FakeService['saved'][number]): Promise<void> {
    if (this.saveFailure !== null) throw this.saveFailure;
    this.saved.push(account);
  }

  async answers(): Promise<boolean> {
    return this.isThere;
  }

  follow(listener: ServiceListener): () => void {
    this.listener = listener;
    return () => void (this.listener = null);
  }
}
