/** Shares what the reader is viewing with other windows, so that none of them notifies about it. */
import type { Address } from "../address/address.ts";

interface AttentionMessage {
  readonly from: number;
  /** Undefined when that window is no longer focused. */
  readonly at: Address | undefined;
}

export class Attention {
  readonly #channel: BroadcastChannel;
  readonly #id = Math.random();
  #elsewhere: AttentionMessage | undefined;

  constructor(name = "parley.attention") {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<AttentionMessage>) => {
      if (data.at !== undefined) this.#elsewhere = data;
      else if (this.#elsewhere?.from === data.from) this.#elsewhere = undefined;
    };
  }

  /** The address viewed in another window. */
  get elsewhere(): Address | undefined {
    return this.#elsewhere?.at;
  }

  /** This window gained or lost focus. Only one window has it at a time. */
  looks(at: Address | undefined): void {
    if (at !== undefined) this.#elsewhere = undefined;
    this.#channel.postMessage({ from: this.#id, at } satisfies AttentionMessage);
  }

  close(): void {
    this.looks(undefined);
    this.#channel.close();
  }
}
