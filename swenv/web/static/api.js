// The page of the API, made from its OpenAPI document.

import {ask, make} from "./dom.js";

export async function showApi(main) {
  document.title = "API — swenv";
  const {paths} = await ask("/api/openapi.json");
  const rows = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => row(path, method, operation)));
  main.replaceChildren(make("section", {class: "card"},
    make("h1", {}, "API"),
    make("p", {}, "Request and response bodies are JSON. A seat's token goes in the header ", make("code", {}, "Authorization: Bearer TOKEN"),
      "; without one, you see what everybody sees. A refused request is answered with an object that has the field ", make("code", {}, "error"),
      ". The same list is available as ", make("a", {href: "/api/openapi.json"}, "OpenAPI"), "."),
    make("table", {class: "api"}, make("thead", {}, make("tr", {}, make("th", {}, "Request"), make("th", {}, "What it does"))), make("tbody", {}, rows))));
}

function row(path, method, operation) {
  const schema = operation.requestBody?.content["application/json"].schema;
  const fields = schema ? Object.entries(schema.properties) : [];
  const query = operation.parameters.filter(each => each.in === "query").map(({name, description}) => [name, {description}]);
  return make("tr", {},
    make("td", {}, make("code", {}, `${method.toUpperCase()} ${path}`)),
    make("td", {}, `${operation.summary}.`, ...[...fields, ...query].map(([name, {description}]) =>
      make("div", {}, make("code", {}, name), description ? ` ${description}` : ""))));
}
