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

/** What the last check of a proxy found. */
export const routeHealthSchema = z.object({
  /** True where it worked. */
  ok: z.boolean(),
  /** Until it had answered; null where it did not. */
  latency_ms: z
    .int()
    .min(0)
    .nullable()
    .meta({ examples: [84] }),
  /** Country where it comes out, as the address of the setting COMMENTDOCK_ROUTE_CHECK_URL says; null where nobody says. */
  exit_country: z
    .string()
    .nullable()
    .meta({ examples: ['DE'] }),
  error: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  checked_at: z.iso.datetime(),
});
export type RouteHealth = z.infer<typeof routeHealthSchema>;

/** A route as its owner sees it; credentials never leave the vault. */
export const routeSchema = z.object({
  uuid: z.uuid(),
  ...vpnLocationSchema.shape,
  type: z.enum(PROXY_TYPES),
  /** `host:port`. */
  address: z.string().meta({ examples: ['127.0.0.1:1080'] }),
  has_credentials: z.boolean(),
  /** Null until it is checked. */
  health: routeHealthSchema.nullable(),
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
      /** Null until it is checked. */
      health: routeHealthSchema.nullable(),
    }),
  ),
  createdAt: z.iso.datetime(),
});
export type Pool = z.infer<typeof poolSchema>;
