import { bookingSimulator, PROPERTY_PATH } from '#core/platforms/booking/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.booking.com${PROPERTY_PATH}.html`, world: () => bookingSimulator({ unapproved: [3, 4] }) },
  { url: 'https://www.booking.com/Share-abc', world: () => bookingSimulator({}) },
] satisfies readonly OwnExport[];
