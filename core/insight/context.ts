import type { ExportServices } from '#core/exports/context.ts';
import type { PicturePort } from '#core/contract/media.ts';
import type { InsightPort } from '#core/insight/ports.ts';
import type { SentimentServices } from '#core/sentiment/context.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on the items of exports work with. */
export interface InsightServices extends ExportServices, Pick<SentimentServices, 'localModels' | 'sentimentSettings'> {
  readonly insights: InsightPort;
  readonly pictures: PicturePort;
}

export type InsightContext = InsightServices & CallContext;

/** An operation on the items of exports: checked against what it is called with. */
export const defineOperation: DefineOperation<InsightContext> = define;
