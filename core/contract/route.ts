import { z } from 'zod';

/** How a proxy is spoken to. */
export const PROXY_TYPES = ['http', 'https', 'socks4', 'socks5'] as const;
export type ProxyType = (typeof PROXY_TYPES)[number];

/** A route as everybody sees it: what `options.vpn` takes. */
export const vpnLocationSchema = z.object({
  name: z.string().meta({ examples: ['Berlin'] }),
  /** ISO 3166-1 alpha-2, in capitals. */
  code: z.string().meta({ examples: ['DE'] }),
});

/** A route as its owner sees it; credentials never leave the vault. */
export const routeSchema = z.object({
  uuid: z.uuid(),
  ...vpnLocationSchema.shape,
  type: z.enum(PROXY_TYPES),
  /** `host:port`. */
  address: z.string().meta({ examples: ['127.0.0.1:1080'] }),
  has_credentials: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Route = z.infer<typeof routeSchema>;

/** A pool of proxies; passwords are write-only. */
export const poolSchema = z.object({
  uuid: z.uuid(),
  name: z.string().meta({ examples: ['Berlin and Paris'] }),
  proxies: z.array(
    z.object({
      type: z.enum(PROXY_TYPES),
      /** `host:port`. */
      address: z.string().meta({ examples: ['127.0.0.1:3128'] }),
      username: z.string().nullable(),
      has_password: z.boolean(),
    }),
  ),
  createdAt: z.iso.datetime(),
});
export type Pool = z.infer<typeof poolSchema>;
