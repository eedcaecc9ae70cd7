/** The API page: the whole contract, to be read by people. Its script searches it, and tries calls. */
import type { AnyEvent, Chapter, Operation } from "../api/index.ts";
import { type DocumentTexts, eventName, type OpenApiDocument, requestName } from "../http/openapi.ts";
import { isRequired } from "../http/openapi-parameters.ts";
import { type DescribedError, describeError, ENVELOPES } from "../http/openapi-responses.ts";
import { type JsonSchema, remarks, Schemas } from "../http/openapi-schemas.ts";
import { API_VERSION, FEATURE_LEVEL } from "../version.ts";
import { codeExamples, isOrdinary } from "./code-examples.ts";
import { curlExample, prefixOf } from "./curl.ts";
import { type Html, html } from "./html.ts";
import { type Assets, page } from "./layout.ts";
import { membersTable, rowsOf, type SchemaRow } from "./schema-view.ts";

export interface ApiPageOptions extends DocumentTexts {
  readonly chapters: readonly Chapter[];
  readonly document: OpenApiDocument;
  /** The server's own address, for the examples. */
  readonly url: string;
  readonly assets: Assets;
}

export function apiPage({ chapters, document, url, assets, answers, notes }: ApiPageOptions): string {
  const schemas = new Schemas(chapters);
  const withOperations = chapters.filter(({ operations }) => Object.keys(operations).length > 0);
  // The parameters of an operation are shown with it.
  const requests = new Set(chapters.flatMap(({ operations }) => Object.keys(operations).map(requestName)));
  const objects = Object.entries(document.components.schemas).filter(
    ([name]) => !name.endsWith("Event") && !requests.has(name) && !Object.hasOwn(ENVELOPES, name),
  );
  const events = chapters.flatMap((chapter) => chapter.events).sort((a, b) => (eventName(a) < eventName(b) ? -1 : 1));
  return page({
    title: "Parley API",
    assets,
    body: html`<body class="reference">
<a class="skip" href="#content">Skip to the contents</a>
<nav aria-label="Contents">
<a class="brand" href="/"><img src="/static/icon.svg" width="28" height="28" alt=""> Parley API</a>
<div class="finding" hidden><label for="find">Search</label><input type="search" id="find" autocomplete="off" spellcheck="false"><p id="found" class="quiet" role="status"></p></div>
<details class="contents"><summary class="toggle">Contents</summary>
<a href="#calling">Calling the API</a>
${withOperations.map(contentsOf)}
<h2>Events</h2>
${events.map((event) => html`<a href="#${eventName(event)}">${eventTitle(event)}</a>`)}
<h2>Objects</h2>
${objects.map(([name]) => html`<a href="#object-${name}">${name}</a>`)}
</details>
</nav>
<main id="content">
${introduction(url)}
${withOperations.map(
  (chapter) => html`<section id="${anchor(chapter.title)}"><h2>${chapter.title}</h2>
${inOrder(chapter).map(([id, operation]) => operationArticle(id, operation, { schemas, url, answer: answers[id], notes: notes[id] ?? {} }))}</section>`,
)}
<section id="events"><h2>Events</h2>
<p>What a queue carries. Every event has its <code>type</code> and an <code>id</code> that is greater than the one before it.</p>
${events.map((event) => eventArticle(event, document))}</section>
<section id="objects"><h2>Objects</h2>
${objects.map(([name, schema]) => objectArticle(name, schema))}</section>
</main>
</body>`,
  });
}

const anchor = (title: string) => title.toLowerCase().replaceAll(" ", "-");

/** `sendMessage` is shown as Send message. */
export const operationTitle = (id: string) =>
  id
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/\b(?:api|url)\b/, (word) => word.toUpperCase());

const eventTitle = ({ type, op }: AnyEvent) => html`${type}${op !== undefined && html` <span class="op">${op}</span>`}`;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function inOrder({ operations }: Chapter): [string, Operation][] {
  const rank = ({ path, method }: Operation) => `${path} ${METHODS.indexOf(method)}`;
  return Object.entries(operations).sort(([, a], [, b]) => (rank(a) < rank(b) ? -1 : 1));
}

function contentsOf(chapter: Chapter): Html {
  return html`<h2>${chapter.title}</h2>
${inOrder(chapter).map(([id, { method }]) => html`<a href="#${id}">${operationTitle(id)} <span class="verb ${method.toLowerCase()}">${method}</span></a>`)}`;
}

const methodMark = (method: string) => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

function introduction(url: string): Html {
  return html`<section id="calling">
<h1>Parley API</h1>
<p class="lead">Everything this server can be asked, and everything it announces.
Version ${API_VERSION}, feature level ${FEATURE_LEVEL}. The same as an <a href="/api/v1/openapi.json">OpenAPI document</a>.</p>
<h3>Calling</h3>
<p>Operations are below <code>${url}/api/v1</code>. Parameters travel in the query of a GET, and otherwise as
a JSON object or as form fields. In a form and in a query, text travels as it is; numbers, booleans, lists and objects travel as JSON text.</p>
<p>Sign in with HTTP basic authentication: the email address of an account, and its API key.</p>
<pre><code>curl -sS -u EMAIL:API_KEY ${url}/api/v1/users/me</code></pre>
<p>The examples in Python use the published client for this API, <code>pip install zulip</code>:</p>
<pre><code>import zulip

client = zulip.Client(email="EMAIL", api_key="API_KEY", site="${url}")</code></pre>
<form id="credentials" class="trying" hidden><h3>Trying</h3>
<p>With your key you can try each operation on this page. It changes what it says it changes. The key stays in this page, and is forgotten when you close it.</p>
<label>Email <input type="email" name="email" autocomplete="off"></label>
<label>API key <input type="password" name="key" autocomplete="off"></label></form>
<h3>Answers</h3>
<p>An answer is a JSON object. Its <code>result</code> is <code>"success"</code>, or <code>"error"</code> with a
<code>code</code> for programs and a sentence for people in <code>msg</code>. Parameters that an operation does not know
are ignored and named in <code>ignored_parameters_unsupported</code>.</p>
<p>A missing argument is <code>REQUEST_VARIABLE_MISSING</code>, one of the wrong type <code>BAD_REQUEST</code>, wrong
credentials <code>UNAUTHORIZED</code> with status 401, and too many requests <code>RATE_LIMIT_HIT</code> with status 429
and <code>retry-after</code> in seconds.</p>
<h3>Staying up to date</h3>
<p><a href="#register">Register</a> a queue once: the answer is the state as of that moment. Then
<a href="#getEvents">read its events</a> again and again, and apply each to that state. Nothing is missed, and nothing comes twice.</p>
</section>`;
}

export const OPEN_TO: Record<Operation["gate"], string> = {
  anyone: "No credentials needed",
  visitor: "Every account, and visitors without one",
  user: "Every account",
  human: "People, not bots",
  "non-guest": "Everyone but guests",
  member: "People who are not guests",
  administrator: "Administrators",
  owner: "Owners",
};

interface Telling {
  readonly schemas: Schemas;
  readonly url: string;
  readonly answer: string | undefined;
  readonly notes: Readonly<Record<string, string>>;
}

function operationArticle(id: string, operation: Operation, { schemas, url, answer, notes }: Telling): Html {
  const { method, path, summary, gate, params, response, responseSchema, errors, deprecated } = operation;
  const asked = Object.entries(params).map(([name, field]): SchemaRow => {
    const { about, schema } = remarks(field, schemas.of(field, "input"), notes[name]);
    const row = { name, schema: { ...schema, ...about }, deprecated: field.deprecated ?? false };
    return { ...row, required: isRequired(field) || operation.pathParams.includes(name), note: about.description };
  });
  const answered = Object.keys(response).length > 0 ? rowsOf(schemas.of(responseSchema, "output")) : [];
  const words = [operationTitle(id), id, method, path, summary, ...Object.keys(params)].join(" ").toLowerCase();
  return html`<article id="${id}" data-find="${words}">
<h3><a href="#${id}">${operationTitle(id)}</a>${deprecated && html` <span class="mark warn">deprecated</span>`}</h3>
<p class="call">${methodMark(method)} <code class="path">${operation.only === "session" && prefixOf(operation)}${path}</code> <span class="gate">${OPEN_TO[gate]}</span></p>
<p>${summary}</p>
<pre><code>${curlExample(operation, schemas, url)}</code></pre>
${codeExamples(operation, schemas, url).map(
  ({ language, code }) => html`<details><summary>${language}</summary><pre><code>${code}</code></pre></details>`,
)}
${isOrdinary(operation) && html`<button type="button" data-try hidden>Try it</button>`}
${answer !== undefined && html`<details><summary>Example response</summary><pre><code>${answer}</code></pre></details>`}
${asked.length > 0 && html`<h4>Parameters</h4>${membersTable(asked, "request", "parameters")}`}
${answered.length > 0 && html`<h4>Answer</h4>${membersTable(answered, "response", "fields")}`}
${errors.length > 0 && html`<h4>Errors</h4>${errorsTable(errors.map(describeError))}`}
</article>
`;
}

function errorsTable(errors: readonly DescribedError[]): Html {
  return html`<div class="scroll"><table class="errors">
<thead><tr><th scope="col">Code</th><th scope="col">Sentence</th></tr></thead>
<tbody>${errors.map(
    ({ code, status, msg, fields }) => html`<tr>
<th scope="row"><code>${code}</code>${status !== 400 && html` <span class="mark quiet">${status}</span>`}</th>
<td>${msg}${fields.length > 0 && html`<div class="quiet">with ${fields.map((name) => html`<code>${name}</code> `)}</div>`}</td>
</tr>`,
  )}</tbody></table></div>`;
}

function eventArticle(event: AnyEvent, document: OpenApiDocument): Html {
  const schema = document.components.schemas[eventName(event)] as JsonSchema;
  const rows = rowsOf(schema).filter(({ name }) => name !== "type" && name !== "id");
  return html`<article id="${eventName(event)}" data-find="${[event.type, event.op ?? "", "event"].join(" ")}">
<h3><a href="#${eventName(event)}">${eventTitle(event)}</a></h3>
${membersTable(rows, "response", "fields")}
</article>
`;
}

function objectArticle(name: string, schema: JsonSchema): Html {
  const alternatives = schema.anyOf ?? schema.oneOf;
  const parts = alternatives ? [{ properties: { [name]: schema }, required: [name] }] : [schema];
  return html`<article id="object-${name}" data-find="${name.toLowerCase()} object">
<h3><a href="#object-${name}">${name}</a></h3>
${parts.map((part) => membersTable(rowsOf(part), "response", "fields"))}
</article>
`;
}
