/** Where the reader looks, told to the other windows: none of them tells of what comes there. */
import type { Address } from "../address/address.ts";

interface Said {
  readonly from: number;
  /** Undefined when that window is not looked at any more. */
  readonly at: Address | undefined;
}

export class Attention {
  readonly #channel: BroadcastChannel;
  readonly #id = Math.random();
  #elsewhere: Said | undefined;

  constructor(name = "parley.attention") {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => {
      if (data.at !== undefined) this.#elsewhere = data;
      else if (this.#elsewhere?.from === data.from) this.#elsewhere = undefined;
    };
  }

  /** What is looked at in another window. */
  get elsewhere(): Address | undefined {
    return this.#elsewhere?.at;
  }

  /** This window is looked at, or not any more. Nobody looks at two. */
  looks(at: Address | undefined): void {
    if (at !== undefined) this.#elsewhere = undefined;
    this.#channel.postMessage({ from: this.#id, at } satisfies Said);
  }

  close(): void {
    this.looks(undefined);
    this.#channel.close();
  }
}
