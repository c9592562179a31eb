/** The address as if another host had it. */
export function onHost(url: string, host: string): string {
  const { protocol, pathname, search, hash } = new URL(url);
  return `${protocol}//${host}${pathname}${search}${hash}`;
}

/** Addresses that look like `example` and lead to somebody else. */
export function lookAlikes(example: string): readonly string[] {
  const { hostname, pathname, search, hash } = new URL(example);
  const labels = hostname.split('.');
  const [name = '', ending = ''] = labels.slice(-2);
  const front = labels.slice(0, -2);
  const hosts = [
    [...front, `not${name}`, ending].join('.'),
    [...front, `my-${name}`, ending].join('.'),
    [...front, `${name}zz`, ending].join('.'),
    [...front, name, `${ending}x`].join('.'),
    [...front, name, 'evil', 'example'].join('.'),
    `${hostname}.evil.example`,
    `${labels.join('-')}.example`,
    `${labels.join('')}.example`,
  ];
  return [
    ...hosts.map((host) => onHost(example, host)),
    `https://evil.example/${hostname}${pathname}${search}${hash}`,
    `https://evil.example/?url=${encodeURIComponent(example)}`,
    `https://evil.example/#${example}`,
    `https://${hostname}@evil.example${pathname}${search}`,
    `https://${hostname}:443@evil.example${pathname}${search}`,
    `https://evil.example\\@${hostname}${pathname}${search}`,
  ];
}
