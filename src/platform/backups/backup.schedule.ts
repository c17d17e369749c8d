import { CronExpressionParser } from 'cron-parser';

/** The last time of a schedule, which is a cron expression in UTC, before another time. */
export const lastTime = (schedule: string, currentDate: Date): Date =>
  CronExpressionParser.parse(schedule, { tz: 'UTC', currentDate }).prev().toDate();

/** The first time of a schedule after another time. */
export const timeAfter = (schedule: string, currentDate: Date): Date =>
  CronExpressionParser.parse(schedule, { tz: 'UTC', currentDate }).next().toDate();
