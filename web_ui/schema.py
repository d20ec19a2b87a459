"""What the ports' frozen values look like as JSON: JSON Schema, made from the values themselves."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterable
from typing import Any, Literal

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, PydanticJsonSchemaWarning
from pydantic_core import core_schema

REFERENCES = "#/components/schemas/{model}"

Way = Literal["serialization", "validation"]
"""As the table sends it, every key there; or as it is sent to the table, where some may be left out."""


def schemas_of(types: Iterable[tuple[str, Any, Way]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of these types, each by the name that comes with it, and those that they refer to."""
    named = [(name, way, TypeAdapter(kind)) for name, kind, way in types]
    with warnings.catch_warnings():
        # An empty mapping as a default has no JSON of its own; nobody needs it where nothing is left out.
        warnings.simplefilter("ignore", PydanticJsonSchemaWarning)
        found, more = TypeAdapter.json_schemas(
            named, ref_template=REFERENCES, schema_generator=_AsSent
        )
    return {name: schema for (name, _), schema in found.items()}, dict(more.get("$defs", {}))


class _AsSent(GenerateJsonSchema):
    """As `ports.as_json` writes it: named tuples are objects like all other values, and no key is left out."""

    def named_tuple_schema(self, schema: core_schema.NamedTupleSchema) -> JsonSchemaValue:
        made: JsonSchemaValue = {"title": schema["cls"].__name__, "type": "object"}
        says = schema["cls"].__doc__
        if says and not says.startswith(f"{schema['cls'].__name__}("):
            made["description"] = inspect.cleandoc(says)
        fields = schema["fields"]
        made["properties"] = {field["name"]: self.generate_inner(field["schema"]) for field in fields}
        made["required"] = [field["name"] for field in fields]
        return made

    def tuple_schema(self, schema: core_schema.TupleSchema) -> JsonSchemaValue:
        # So many of one kind: as every reader of schemas understands it, those of older drafts too.
        made = super().tuple_schema(schema)
        items = made.get("prefixItems", [])
        if not items or any(one != items[0] for one in items):
            return made
        return {**{key: item for key, item in made.items() if key != "prefixItems"}, "items": items[0]}

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        if self.mode == "serialization":
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)

    def field_is_required(self, field: Any, total: bool) -> bool:
        return self.mode == "serialization" or super().field_is_required(field, total)

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False
