/** Reads Chromium's trace of a page: when it produced frames, and how long its main thread worked for each. */

export interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; `tdur` is processor time, which does not depend on what else is running. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string }; readonly name?: string };
}

export interface Span {
  readonly from: number;
  readonly upto: number;
}

/** Milliseconds of wall-clock time, and of processor time on the page's main thread. */
export interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

const byTime = (a: TraceEvent, b: TraceEvent) => a.ts - b.ts;

export class Trace {
  readonly #events: readonly TraceEvent[];
  readonly #tasks: readonly TraceEvent[];

  constructor(events: readonly TraceEvent[]) {
    const main = mainThreadOf(events);
    this.#events = events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid).sort(byTime);
    this.#tasks = this.#events.filter(({ name, ph }) => name === "ThreadControllerImpl::RunTask" && ph === "X");
  }

  /** One entry per frame in which the probe scrolled. */
  frames(): Spent[] {
    const marks = this.#events.filter(
      ({ name, cat }) => name.startsWith("frame:") && cat.includes("blink.user_timing"),
    );
    return this.spentIn(
      marks.flatMap(({ name, ts }, index) => {
        const next = marks[index + 1];
        return name === "frame:scrolled" && next ? [{ from: ts, upto: next.ts }] : [];
      }),
    );
  }

  /** The total of the whole trace. */
  whole(): Spent {
    const [first, last] = [this.#events[0], this.#events.at(-1)];
    const [spent] = this.spentIn([{ from: first?.ts ?? 0, upto: endOf(last) }]);
    return spent ?? { wall: 0, cpu: 0 };
  }

  /** The time between pairs of the probe's marks. */
  spans(name: string): Spent[] {
    const marks = (suffix: string) =>
      this.#events.filter((event) => event.name === `${name}:${suffix}` && event.cat.includes("blink.user_timing"));
    const ends = marks("end");
    return this.spentIn(
      marks("begin").flatMap(({ ts }) => {
        const end = ends.find((each) => each.ts >= ts);
        return end ? [{ from: ts, upto: end.ts }] : [];
      }),
    );
  }

  spentIn(spans: readonly Span[]): Spent[] {
    let task = 0;
    return spans.map(({ from, upto }) => {
      let cpu = 0;
      while (task < this.#tasks.length && endOf(this.#tasks[task]) <= from) task++;
      for (let at = task; at < this.#tasks.length; at++) {
        const each = this.#tasks[at] as TraceEvent;
        if (each.ts >= upto) break;
        const { ts, dur = 0, tdur = dur } = each;
        const inside = Math.min(upto, ts + dur) - Math.max(from, ts);
        if (dur > 0 && inside > 0) cpu += tdur * (inside / dur);
      }
      return { wall: (upto - from) / 1000, cpu: cpu / 1000 };
    });
  }
}

const endOf = (event: TraceEvent | undefined): number =>
  event ? event.ts + (event.dur ?? 0) : Number.POSITIVE_INFINITY;

/** The page's own mark identifies its main thread: several processes have threads of the same name. */
export const PAGE_MARK = "traced";

function mainThreadOf(events: readonly TraceEvent[]): { pid: number; tid: number } {
  const mark = events.find(({ name, cat }) => name === PAGE_MARK && cat.includes("blink.user_timing"));
  if (!mark) throw new Error("The trace shows no page at work.");
  return mark;
}
