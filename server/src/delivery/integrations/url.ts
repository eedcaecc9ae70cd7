/** The URL that a service calls. Clients make the same one to show it. */

/** Parameters of the URL, by name; an empty text, false and an empty list are the same as nothing. */
export type UrlOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export function webhookUrl(origin: string, integration: string, api_key: string, options: UrlOptions): string {
  const query = new URLSearchParams({ api_key });
  for (const [name, value] of Object.entries(options)) {
    const written = typeof value === "string" ? value : JSON.stringify(value);
    if (written !== undefined && !["", "false", "[]"].includes(written)) query.set(name, written);
  }
  return `${origin}/api/v1/external/${integration}?${query}`;
}
