"""Prints why each attempt of a delivery failed, as the generated client reads it."""

import json
import sys

from platform_client import AuthenticatedClient
from platform_client.api.deliveries import list_attempts

url, api_key, project, delivery = sys.argv[1:]
client = AuthenticatedClient(url, token=api_key, prefix="", auth_header_name="X-Api-Key")
attempts = list_attempts.sync(project, delivery, client=client)
print(
    json.dumps(
        [
            {"succeeded": one.succeeded, "class": one.error.class_.value, "detail": one.error.detail}
            for one in attempts
        ]
    )
)
