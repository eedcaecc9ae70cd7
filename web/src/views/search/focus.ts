/** Focuses the existing search field. */
export function focusSearchField(): void {
  const field = document.querySelector<HTMLInputElement>(".search-field input");
  field?.focus();
  field?.select();
}
