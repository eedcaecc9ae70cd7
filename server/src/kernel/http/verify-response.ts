/** Under test, a response that does not match its declaration is a bug. */
import { type Route, Serialized } from "./route.ts";
import { textOf } from "./shared-text.ts";

export function verifyResponse(route: Route, answer: object): void {
  const text = answer instanceof Serialized ? `{${textOf(answer.members)}}` : JSON.stringify(answer);
  const heard = JSON.parse(text);
  const result = route.operation.responseSchema.schema().safeParse(heard);
  if (result.success) return;
  const { path, method } = route.operation;
  const [issue] = result.error.issues;
  throw new Error(
    `The response of ${method} ${path} does not match its declaration: ${issue?.message} at ${issue?.path.join(".")}`,
  );
}
