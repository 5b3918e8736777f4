/**
 * Makes the explorer work without a network. Files come from the network, so that they are never out of date, and from
 * the cache when it cannot be reached.
 */

const CACHE = "hitblow-explorer";
const FILES = [
  "./",
  "index.html",
  "ja.html",
  "play.html",
  "play.ja.html",
  "explorer.css",
  "explorer.js",
  "play.js",
  "view.js",
  "words.js",
  "address.js",
  "book.js",
  "game.js",
  "search.js",
  "symmetry.js",
  "worker.js",
  "books/index.json",
];

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(load(event.request));
});

async function keepFiles() {
  const cache = await caches.open(CACHE);
  const names = await (await fetch("books/index.json")).json();
  await cache.addAll([...FILES, ...names.map((name) => `books/${name}.json`)]);
}

async function load(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
