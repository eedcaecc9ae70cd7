/** Puts the caret into the search field where there is one already. */
export function focusSearchField(): void {
  const field = document.querySelector<HTMLInputElement>(".search-field input");
  field?.focus();
  field?.select();
}
