/** One feature's part of the API, found among what its pure files export. */
import { type AnyEvent, isEventDeclaration } from "./event.ts";
import { type Field, isField } from "./fields.ts";
import { isOperation, type Operation } from "./operation.ts";

export interface Chapter {
  readonly title: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly events: readonly AnyEvent[];
  /** What it exports besides: the objects that its operations and events are made of. */
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
