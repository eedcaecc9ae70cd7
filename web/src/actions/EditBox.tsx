/** The text of a message while it is being changed. */
export function EditBox(_: { readonly messageId: number }) {
  return null;
}
