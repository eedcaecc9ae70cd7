/** The secret key of a backup, in place of the one that is there. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { secretKeyFile } from "../../kernel/secrets.ts";

/** Replaces the secret key together with the data, and restores the old one if that fails. */
export class SecretKeyReplacement {
  readonly #file: string;
  #former: Buffer | undefined;
  #isReplaced = false;

  constructor(dataDirectory: string) {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    this.#file = secretKeyFile(dataDirectory);
    if (existsSync(this.#file)) this.#former = readFileSync(this.#file);
  }

  put(secretKey: string): void {
    this.#write(`${secretKey}\n`);
    this.#isReplaced = true;
  }

  undo(): void {
    if (!this.#isReplaced) return;
    if (this.#former) this.#write(this.#former);
    else rmSync(this.#file);
  }

  #write(content: string | Buffer): void {
    const unfinished = `${this.#file}.${process.pid}.unfinished`;
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, content, { mode: 0o600, flag: "wx", flush: true });
    renameSync(unfinished, this.#file);
  }
}
