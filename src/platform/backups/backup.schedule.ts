import { CronExpressionParser } from 'cron-parser';

/** The last time of a schedule, which is a cron expression in UTC. */
export const lastTime = (schedule: string): Date => CronExpressionParser.parse(schedule, { tz: 'UTC' }).prev().toDate();

/** The first time of a schedule after another time. */
export const timeAfter = (schedule: string, currentDate: Date): Date =>
  CronExpressionParser.parse(schedule, { tz: 'UTC', currentDate }).next().toDate();
