/** Room for so many at once, and for so many of one reader. Whoever finds none waits; nobody waits for another's crowd. */
export class Places {
  readonly #atOnce: number;
  readonly #perReader: number;
  readonly #taken = new Map<string, number>();
  #total = 0;
  readonly #waiting: { readonly reader: string; enter(): void }[] = [];

  constructor({ atOnce, perReader }: { atOnce: number; perReader: number }) {
    this.#atOnce = atOnce;
    this.#perReader = perReader;
  }

  /** Answers with what gives the place back. */
  async take(reader: string): Promise<() => void> {
    if (this.#hasRoomFor(reader)) this.#occupy(reader);
    else await new Promise<void>((resolve) => this.#waiting.push({ reader, enter: resolve }));
    let isHeld = true;
    return () => {
      if (isHeld) this.#leave(reader);
      isHeld = false;
    };
  }

  #hasRoomFor(reader: string): boolean {
    return this.#total < this.#atOnce && (this.#taken.get(reader) ?? 0) < this.#perReader;
  }

  #occupy(reader: string): void {
    this.#total++;
    this.#taken.set(reader, (this.#taken.get(reader) ?? 0) + 1);
  }

  #leave(reader: string): void {
    this.#total--;
    const left = (this.#taken.get(reader) ?? 1) - 1;
    if (left > 0) this.#taken.set(reader, left);
    else this.#taken.delete(reader);
    const next = this.#waiting.findIndex((one) => this.#hasRoomFor(one.reader));
    if (next === -1) return;
    const [entering] = this.#waiting.splice(next, 1);
    // The place is taken before anybody else can see it free.
    this.#occupy(entering?.reader as string);
    entering?.enter();
  }
}
