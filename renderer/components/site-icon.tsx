import { usePlatformName } from '#renderer/client/use-platform-name.ts';
import { colourOf, lettersOf } from '#renderer/components/site-mark.ts';

/** A mark of a site, drawn here: the letters that its name begins with, on a colour of its own. Nothing is asked of the site. */
export function SiteIcon({ platform }: { readonly platform: string }) {
  const name = usePlatformName(platform);
  return (
    <svg className="site-icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden>
      <rect width="20" height="20" rx="5" fill={`var(--site-${colourOf(platform)})`} />
      <text x="10" y="14" textAnchor="middle">
        {lettersOf(name)}
      </text>
    </svg>
  );
}
