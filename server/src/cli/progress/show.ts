/** Shows the progress of a command on the terminal, or in lines if its errors go elsewhere, and lets it be interrupted. */
import { constants } from "node:os";
import { type Progress, ProgressMeter, type ProgressOutput, progressInWords } from "../../kernel/progress.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type InterruptSignal = (typeof SIGNALS)[number];

/** The work was stopped by a signal, and has undone what it began. */
export class Interrupted extends Error {
  readonly signal: InterruptSignal;

  constructor(signal: InterruptSignal) {
    super("Interrupted, without harm: you can run the command again.");
    this.signal = signal;
  }

  /** As a shell reports it. */
  get exitCode(): number {
    return 128 + constants.signals[this.signal];
  }
}

/** What is written to: standard error, because standard output has the result. */
export interface ProgressScreen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * Runs the work. The first signal makes its next report throw, so that it undoes what it has begun; a second one ends the
 * process at once, which leaves no more behind than a power failure would.
 */
export async function showingProgress<T>(
  work: (progress: Progress) => Promise<T>,
  screen: ProgressScreen = process.stderr,
): Promise<T> {
  const stopping = new AbortController();
  const meter = new ProgressMeter(screen.isTTY ? onTerminal(screen) : inLines(screen), { signal: stopping.signal });
  const interrupt = (signal: InterruptSignal) => {
    stopListening();
    if (screen.isTTY) screen.write(`${CLEAR_LINE}Stopping…\n`);
    stopping.abort(new Interrupted(signal));
  };
  const stopListening = () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(meter);
  } finally {
    stopListening();
    meter.end();
  }
}

const CLEAR_LINE = "\r\x1b[K";
const DEFAULT_COLUMNS = 80;

/** One line that is written again and again. */
function onTerminal(screen: ProgressScreen): ProgressOutput {
  let isShown = false;
  return {
    everyMs: 100,
    showsBeginnings: true,
    show(report) {
      isShown = true;
      // A longer line would wrap, and stay. Some terminals report a width of 0.
      const text = progressInWords(report).slice(0, (screen.columns || DEFAULT_COLUMNS) - 1);
      screen.write(`${CLEAR_LINE}${text}`);
    },
    end() {
      if (isShown) screen.write(CLEAR_LINE);
    },
  };
}

/** For a log. Quick work leaves no line. */
function inLines(screen: ProgressScreen): ProgressOutput {
  return {
    everyMs: 10_000,
    showsBeginnings: false,
    show: (report) => void screen.write(`${progressInWords(report)}\n`),
    end() {},
  };
}
