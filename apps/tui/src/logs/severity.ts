import type {Worry} from '../core/house-message.ts';
import type {Role} from '../theme/theme.ts';

export const severityRole = (level: number | undefined): Role | undefined => {
  if (level === undefined || level <= 0) return undefined;
  if (level <= 3) return 'severity.fatal';
  if (level === 4) return 'severity.error';
  if (level === 5) return 'severity.warn';
  if (level <= 7) return 'severity.info';
  return level === 8 ? 'severity.debug' : undefined;
};

export const worryRole = (worry: Worry): Role =>
  (({none: 'muted', low: 'severity.info', medium: 'severity.warn', high: 'severity.error'}) as const)[worry];
