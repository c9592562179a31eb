import {
  ArrowDownToLine,
  Bot,
  CalendarClock,
  CodeXml,
  House,
  Info,
  LayoutGrid,
  type LucideIcon,
  Search,
  Settings,
  Smile,
  Users,
  Waypoints,
  Webhook,
} from 'lucide-react';
import type { MessageKey } from '#renderer/messages/en.ts';
import type { Place, PlainView } from '#renderer/shell/place.ts';

/** A view as the sidebar and the palette name it. */
interface Entry {
  readonly view: PlainView;
  readonly name: MessageKey;
  readonly icon: LucideIcon;
}

interface EntryGroup {
  readonly name: MessageKey;
  readonly entries: readonly Entry[];
}

/** One entry for each view that exists, in three groups. */
export const ENTRY_GROUPS: readonly EntryGroup[] = [
  {
    name: 'nav.group.work',
    entries: [
      { view: 'home', name: 'nav.home', icon: House },
      { view: 'exports', name: 'nav.exports', icon: ArrowDownToLine },
      { view: 'search', name: 'nav.searchAll', icon: Search },
      { view: 'platforms', name: 'platforms.title', icon: LayoutGrid },
    ],
  },
  {
    name: 'nav.group.connect',
    entries: [
      { view: 'schedules', name: 'schedules.title', icon: CalendarClock },
      { view: 'webhooks', name: 'webhooks.title', icon: Webhook },
      { view: 'api', name: 'api.title', icon: CodeXml },
      { view: 'assistants', name: 'assistants.title', icon: Bot },
    ],
  },
  {
    name: 'nav.group.setup',
    entries: [
      { view: 'accounts', name: 'nav.accounts', icon: Users },
      { view: 'routes', name: 'nav.routes', icon: Waypoints },
      { view: 'sentiment', name: 'nav.sentiment', icon: Smile },
      { view: 'settings', name: 'nav.settings', icon: Settings },
      { view: 'about', name: 'nav.about', icon: Info },
    ],
  },
];

/** The entry that a place belongs to: one export is among the exports. */
export function entryOf({ view }: Place): Entry | null {
  const own = view === 'export' ? 'exports' : view;
  return ENTRY_GROUPS.flatMap(({ entries }) => entries).find((entry) => entry.view === own) ?? null;
}
