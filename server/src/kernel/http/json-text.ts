/** A value that is JSON text already, in an object that is still to be serialized. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Where it is not known, it is serialized like any other value. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
