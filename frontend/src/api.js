// Talks to the server. The token comes with the address and goes with every request, never into a URL.

export const address = new URLSearchParams(location.hash.slice(1));
const token = address.get("token") ?? "";

export class Trouble extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function ask(path, options = {}) {
  const headers = { "X-Gogepo-Token": token, ...options.headers };
  let response;
  try {
    response = await fetch(path, { ...options, headers, credentials: "omit" });
  } catch {
    throw new Trouble("The server does not answer. Is gogepo dial still running?", 0);
  }
  if (response.ok) return response;
  const text = await response.text();
  let message = text;
  try {
    message = JSON.parse(text).error ?? text;
  } catch {
    // plain words
  }
  throw new Trouble(message, response.status);
}

const query = (values) => new URLSearchParams(values).toString();

export const getJson = async (path, values = {}) =>
  (await ask(`api/${path}${Object.keys(values).length ? `?${query(values)}` : ""}`)).json();

export const getBytes = async (path) => (await ask(`api/${path}`)).arrayBuffer();

export const post = async (path, body) =>
  (
    await ask(`api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json();
