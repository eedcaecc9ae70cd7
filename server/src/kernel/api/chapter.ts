/** One feature's part of the API, collected from the exports of its pure files. */
import { type AnyEvent, isEventDeclaration } from "./event.ts";
import { type Field, isField } from "./fields.ts";
import { isOperation, type Operation } from "./operation.ts";

export interface Chapter {
  readonly title: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly events: readonly AnyEvent[];
  /** Other exports: the objects that its operations and events consist of. */
  readonly fields: Readonly<Record<string, Field>>;
}

export function chapter(title: string, ...modules: object[]): Chapter {
  const exported = modules.flatMap((module) => Object.entries(module) as [string, unknown][]);
  return {
    title,
    operations: Object.fromEntries(exported.filter((entry): entry is [string, Operation] => isOperation(entry[1]))),
    events: exported.map(([, value]) => value).filter(isEventDeclaration),
    fields: Object.fromEntries(exported.filter((entry): entry is [string, Field] => isField(entry[1]))),
  };
}
