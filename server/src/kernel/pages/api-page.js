/**
 * The API page can be searched, and its operations tried with one's own key. Everything on it can be read without this file. It
 * writes text and attributes only, never HTML.
 */

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Search: what has all of the words stays. */
const find = document.getElementById("find");
const found = document.getElementById("found");
const articles = all("article[data-find]");
const links = new Map(all(".contents a").map((link) => [link.getAttribute("href"), link]));

const search = () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const isSearching = words.length > 0;
  let count = 0;
  for (const article of articles) {
    const text = article.dataset.find;
    const isFound = words.every((word) => text.includes(word));
    if (isFound) count++;
    article.hidden = !isFound;
    const link = links.get(`#${article.id}`);
    if (link) link.hidden = !isFound;
  }
  for (const section of all("main > section:has(article)"))
    section.hidden = isSearching && !section.querySelector("article:not([hidden])");
  for (const heading of all(".contents h2")) heading.hidden = isSearching;
  document.getElementById("calling").hidden = isSearching;
  found.textContent = isSearching ? `${count} found` : "";
};
find.closest("[hidden]").hidden = false;
find.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  find.focus();
});

/** Trying: the key stays in this page, and is forgotten with it. */
const credentials = document.getElementById("credentials");
credentials.hidden = false;

let loading;
const load = async () => {
  const response = await fetch("/api/v1/openapi.json", { credentials: "omit" });
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
  return response.json();
};

const describe = async (id) => {
  loading ??= load();
  // The next click tries again.
  const description = await loading.catch((error) => {
    loading = undefined;
    throw error;
  });
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return { description, path, method: method.toUpperCase(), operation };
  throw new Error("This operation is not in the document.");
};

const resolve = (description, schema) =>
  schema?.$ref ? description.components.schemas[schema.$ref.split("/").at(-1)] : (schema ?? {});

/** The parameters, by where they are sent. */
const fieldsOf = ({ description, operation }) => {
  const content = operation.requestBody?.content ?? {};
  const body = resolve(description, (content["multipart/form-data"] ?? content["application/json"])?.schema);
  return [
    // The browser itself says which languages it wants.
    ...(operation.parameters ?? [])
      .filter((parameter) => parameter.$ref === undefined && parameter.in !== "header")
      .map(({ name, in: place, required, description: note }) => ({ name, place, required, note })),
    ...Object.entries(body.properties ?? {}).map(([name, { description: note, contentMediaType }]) => ({
      name,
      place: "body",
      required: body.required?.includes(name) ?? false,
      note,
      isFile: contentMediaType !== undefined,
    })),
  ];
};

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  made.append(...children);
  return made;
};

/** As forms and queries have them: text as it is, everything else as JSON text. Nothing is sent for an empty field. */
const send = async ({ path, method }, fields, form) => {
  const given = fields.filter(({ name, isFile }) =>
    isFile ? form.elements[name].files.length > 0 : form.elements[name].value !== "",
  );
  const textOf = ({ name }) => form.elements[name].value;
  let address = `/api/v1${path}`;
  for (const field of given.filter(({ place }) => place === "path"))
    address = address.replace(`{${field.name}}`, () => encodeURIComponent(textOf(field)));
  const query = new URLSearchParams(
    given.filter(({ place }) => place === "query").map((field) => [field.name, textOf(field)]),
  );
  if (query.size > 0) address += `?${query}`;
  const inBody = given.filter(({ place }) => place === "body");
  const hasFile = inBody.some(({ isFile }) => isFile);
  const body = hasFile ? new FormData() : new URLSearchParams();
  for (const field of inBody)
    body.append(field.name, field.isFile ? form.elements[field.name].files[0] : textOf(field));
  const { email, key } = credentials.elements;
  const bytes = new TextEncoder().encode(`${email.value}:${key.value}`);
  const headers = key.value === "" ? {} : { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
  const response = await fetch(address, {
    method,
    headers,
    credentials: "omit",
    ...(method === "GET" ? {} : { body }),
  });
  const text = await response.text();
  return `${response.status} ${response.statusText}\n${indented(text)}`;
};

const indented = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const openForm = async (button, article) => {
  const described = await describe(article.id);
  const fields = fieldsOf(described);
  const answer = element("pre", { "aria-live": "polite", hidden: true });
  const rows = fields.map(({ name, required, note, isFile, place }) =>
    element(
      "label",
      {},
      element("span", {}, element("code", {}, name), required ? " required" : ""),
      element("input", {
        name,
        type: isFile ? "file" : "text",
        required: required || place === "path",
        autocomplete: "off",
        placeholder: isFile ? undefined : note,
      }),
    ),
  );
  const form = element(
    "form",
    { class: "trying" },
    ...rows,
    element("button", { type: "submit" }, "Send request"),
    answer,
  );
  let isSending = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // The answer belongs to the request above it.
    if (isSending) return;
    isSending = true;
    answer.hidden = false;
    answer.textContent = "…";
    answer.textContent = await send(described, fields, form).catch(
      (error) => `The server did not answer: ${error.message}`,
    );
    isSending = false;
  });
  button.after(form);
  button.hidden = true;
  form.querySelector("input, button").focus();
};

for (const button of all("[data-try]")) {
  button.hidden = false;
  const problem = element("p", { role: "status" });
  let isOpening = false;
  button.addEventListener("click", async () => {
    // A second click, while the form loads, would open a second one.
    if (isOpening) return;
    isOpening = true;
    problem.remove();
    try {
      await openForm(button, button.closest("article"));
    } catch (error) {
      problem.textContent = `Could not load the form: ${error.message}`;
      button.after(problem);
    }
    isOpening = false;
  });
}
