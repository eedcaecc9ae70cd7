/**
 * Compares rows in constant memory: how many there are, and the sum of their hashes. A sum does not depend on the order, and
 * engines order texts differently.
 */
import { hash } from "node:crypto";

const MODULUS = 1n << 128n;

export class RowDigest {
  #sum = 0n;
  count = 0;

  add(row: readonly unknown[]): void {
    this.#sum = (this.#sum + BigInt(`0x${hash("sha256", JSON.stringify(row)).slice(0, 32)}`)) % MODULUS;
    this.count++;
  }

  equals(other: RowDigest): boolean {
    return this.count === other.count && this.#sum === other.#sum;
  }
}
