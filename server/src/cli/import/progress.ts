/** Shows how far an import is: one line that changes on a terminal, and a line now and then in a log. */
import type { ImportProgress } from "../../imports/import.ts";

const ON_TERMINAL_MS = 100;
const IN_LOG_MS = 10_000;

export class ProgressLine {
  readonly #output: NodeJS.WriteStream;
  readonly #startedAt = Date.now();
  #shownAt = 0;
  #isOpen = false;

  constructor(output: NodeJS.WriteStream = process.stderr) {
    this.#output = output;
  }

  show = (progress: ImportProgress): void => {
    const now = Date.now();
    if (now - this.#shownAt < (this.#output.isTTY ? ON_TERMINAL_MS : IN_LOG_MS)) return;
    this.#shownAt = now;
    const line = lineFor(progress, (now - this.#startedAt) / 1000);
    if (!this.#output.isTTY) {
      this.#output.write(`${new Date(now).toISOString()} ${line}\n`);
      return;
    }
    this.#output.write(`\r${line.slice(0, (this.#output.columns ?? 80) - 1)}\u001b[K`);
    this.#isOpen = true;
  };

  /** Before anything else is written. */
  end(): void {
    if (this.#isOpen) this.#output.write("\r\u001b[K");
    this.#isOpen = false;
  }
}

function lineFor({ stage, tally }: ImportProgress, seconds: number): string {
  const people = tally.count("people_created") + tally.count("people_matched") + tally.count("bots");
  const channels = tally.count("channels_created") + tally.count("channels_matched");
  const messages = tally.count("messages") + tally.count("direct_messages");
  const rate = seconds > 1 && messages > 0 ? ` (${Math.round(messages / seconds)} a second)` : "";
  return `Importing ${stage}: ${people} people, ${channels} channels, ${messages} messages${rate}, ${tally.count("files")} files`;
}
