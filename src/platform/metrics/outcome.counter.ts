import { Counter, type Registry } from 'prom-client';

/** Counts the outcomes of one kind of work in this process. `label` is the name of the label for the kind of work. */
export abstract class OutcomeCounter<Outcome extends string = string> {
  private readonly counter: Counter;

  protected constructor(
    registry: Registry,
    private readonly label: string,
    metric: { name: string; help: string },
  ) {
    this.counter = new Counter({ ...metric, labelNames: [label, 'outcome'], registers: [registry] });
  }

  /** Initializes the series of a label value with 0, before it has an outcome. */
  start(work: string, outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) this.counter.inc({ [this.label]: work, outcome }, 0);
  }

  count(work: string, outcome: Outcome): void {
    this.counter.inc({ [this.label]: work, outcome });
  }
}
